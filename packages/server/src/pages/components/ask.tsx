import type { ComponentChildren } from 'preact'

interface AskProps {
  readonly summary: string
  readonly tone?: 'plain' | 'danger'
  readonly isSmall?: boolean
  /** Because its form has come back. */
  readonly isOpen?: boolean
  readonly children: ComponentChildren
}

/** An act that is done only after one more look at what it means. Its forms have a way out again, `cancel`. */
export function Ask({ summary, tone = 'plain', isSmall, isOpen = false, children }: AskProps) {
  return (
    <details class="ask" open={isOpen}>
      <summary class={['button', isSmall && 'small', tone === 'danger' && 'danger'].filter(Boolean).join(' ')}>{summary}</summary>
      <div class="body">{children}</div>
    </details>
  )
}
