import type { ComponentChildren } from 'preact'
import { RESUMED_FIELD } from '../../../platform/kernel/hosted-page.ts'
import { Notice, Success } from '../../../platform/pages/components/notice.tsx'
import { Panel } from '../../../platform/pages/components/panel.tsx'
import type { Visit } from '../view.ts'

interface SectionProps {
  readonly id: string
  readonly title: string
  readonly lead?: ComponentChildren
  readonly state?: ComponentChildren
  readonly tone?: 'danger'
  readonly notices?: Readonly<Record<string, string>>
  /** Actions to which a visitor returns after a step-up, and what the visitor is told then. */
  readonly resumes?: { readonly actions: readonly string[]; readonly words: string }
  readonly visit: Visit
  readonly children?: ComponentChildren
}

/** Says what was done in the section, unless something has gone wrong since. */
export function Section({ notices = {}, resumes, visit: { query, failure }, children, ...panel }: SectionProps) {
  const isOver = failure !== undefined || query['error'] !== undefined
  return (
    <Panel {...panel}>
      {!isOver && resumes?.actions.includes(query[RESUMED_FIELD] ?? '') && <Success words={resumes.words} />}
      <Notice done={isOver ? undefined : query['done']} words={notices} />
      {children}
    </Panel>
  )
}
