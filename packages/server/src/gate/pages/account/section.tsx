import type { ComponentChildren } from 'preact'
import { RESUMED_FIELD } from '../../../platform/kernel/hosted-page.ts'
import { Notice, Success } from '../../../platform/pages/components/notice.tsx'
import { Panel } from '../../../platform/pages/components/panel.tsx'
import type { Visit } from '../view.ts'

interface SectionProps {
  readonly id: string
  readonly title: string
  readonly lead?: ComponentChildren
  /** How things stand, in a word beside the title. */
  readonly state?: ComponentChildren
  readonly tone?: 'danger'
  /** What can have been done here a moment ago, and the words for it. */
  readonly notices?: Readonly<Record<string, string>>
  /** What a visitor may come back to who had to prove first who they are, and what they are told then. */
  readonly resumes?: { readonly actions: readonly string[]; readonly words: string }
  readonly visit: Visit
  readonly children?: ComponentChildren
}

/**
 * One subject of the account centre. What was done there is told there, since that is where the browser is looking; but
 * no longer once something else has gone wrong.
 */
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
