import type { ComponentChildren } from 'preact'
import { useContext } from 'preact/hooks'
import { RESUMED_FIELD } from '../../kernel/hosted-page.ts'
import type { AnyVisit } from '../view.ts'
import { IsInRow } from './acts.tsx'

export const isOpen = ({ failure, query }: Pick<AnyVisit, 'failure' | 'query'>, action: string): boolean =>
  failure === undefined ? query[RESUMED_FIELD] === action : failure.action === action

interface AskProps {
  readonly summary: string
  readonly title: string
  readonly tone?: 'plain' | 'first' | 'danger'
  readonly isOpen?: boolean
  readonly children: ComponentChildren
}

/**
 * The button becomes the cross in the corner of the open panel: it keeps its name, and with it the focus. In a row of buttons it stays
 * where it is, the panel opens over what follows, and one that is open there closes.
 */
export function ConfirmPanel({ summary, title, tone = 'plain', isOpen = false, children }: AskProps) {
  const isInRow = useContext(IsInRow)
  return (
    <details class="ask" open={isOpen} {...(isInRow && { name: 'acts' })}>
      <summary class={tone === 'plain' ? 'button' : `button ${tone}`}>{summary}</summary>
      <div class="body">
        <h3>{title}</h3>
        {children}
      </div>
    </details>
  )
}
