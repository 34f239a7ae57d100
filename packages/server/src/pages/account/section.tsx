import type { ComponentChildren } from 'preact'
import { Notice } from '../components/notice.tsx'
import { Panel } from '../components/panel.tsx'
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
  readonly visit: Visit
  readonly children?: ComponentChildren
}

/**
 * One subject of the account centre. What was done there is told there, since that is where the browser is looking; but
 * no longer once something else has gone wrong.
 */
export function Section({ notices = {}, visit: { query, failure }, children, ...panel }: SectionProps) {
  const isOver = failure !== undefined || query['error'] !== undefined
  return (
    <Panel {...panel}>
      <Notice done={isOver ? undefined : query['done']} words={notices} />
      {children}
    </Panel>
  )
}
