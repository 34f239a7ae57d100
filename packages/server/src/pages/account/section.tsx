import type { ComponentChildren } from 'preact'
import type { Static } from 'typebox'
import type { Me } from '../../core/views/me-view.ts'
import { Notice } from '../components/notice.tsx'
import type { View, Visit } from '../view.ts'

/** What every section of the account centre is given. */
export interface Panel {
  readonly view: View
  readonly visit: Visit
  readonly me: Static<typeof Me>
}

interface SectionProps {
  readonly id: string
  readonly title: string
  /** How things stand, in a word beside the title. */
  readonly state?: ComponentChildren
  readonly tone?: 'danger'
  /** What can have been done here a moment ago, and the words for it. */
  readonly notices?: Readonly<Record<string, string>>
  readonly visit: Visit
  readonly children: ComponentChildren
}

/**
 * One subject of the account centre. What was done there is told there, since that is where the browser is looking; but
 * no longer once something else has gone wrong.
 */
export function Section({ id, title, state, tone, notices = {}, visit: { query, failure }, children }: SectionProps) {
  const isOver = failure !== undefined || query['error'] !== undefined
  return (
    <section id={id} class={tone} aria-labelledby={`${id}-title`}>
      <header>
        <h2 id={`${id}-title`}>{title}</h2>
        {state}
      </header>
      <Notice done={isOver ? undefined : query['done']} words={notices} />
      {children}
    </section>
  )
}
