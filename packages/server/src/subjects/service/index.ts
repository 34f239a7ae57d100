import type { Subject } from '../../gate/subject.ts'
import { healthz, readyz } from './flows/health.ts'
import { languagePage } from './pages/language.ts'
import { referenceScript } from './reference/reference-script.ts'

export { devInboxStyle } from './pages/dev-inbox-style.ts'
export { DevTabs, DevTime } from './pages/dev-parts.tsx'

export const service = {
  title: 'Service',
  order: 16,
  endpoints: { healthz, readyz },
  pages: () => [languagePage],
  assets: () => [referenceScript()],
} as const satisfies Subject
