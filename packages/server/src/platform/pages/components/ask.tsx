import type { ComponentChildren } from 'preact'

interface AskProps {
  /** On the button that opens it. */
  readonly summary: string
  /** Over what opens: the act by its name. */
  readonly title: string
  /** `first` is the thing to do. */
  readonly tone?: 'plain' | 'first' | 'danger'
  readonly isSmall?: boolean
  /** Because its form has come back. */
  readonly isOpen?: boolean
  readonly children: ComponentChildren
}

/**
 * An act that is done only after one more look at what it means. Its forms have a way out again, `cancel`. The button becomes a
 * cross in the corner: it keeps its name, and with it the focus.
 */
export function Ask({ summary, title, tone = 'plain', isSmall, isOpen = false, children }: AskProps) {
  return (
    <details class="ask" open={isOpen}>
      <summary class={['button', isSmall && 'small', tone !== 'plain' && tone].filter(Boolean).join(' ')}>{summary}</summary>
      <div class="body">
        <h3>{title}</h3>
        {children}
      </div>
    </details>
  )
}
