import type { Subject } from '../../gate/subject.ts'
import { healthz, readyz } from './flows/health.ts'
import { languagePage } from './pages/language.ts'

export const service = {
  title: 'Service',
  order: 16,
  endpoints: { healthz, readyz },
  pages: () => [languagePage],
} as const satisfies Subject
