import type { ComponentChildren } from 'preact'

interface AskProps {
  readonly summary: string
  readonly tone?: 'plain' | 'danger'
  /** Because its form has come back. */
  readonly isOpen?: boolean
  readonly children: ComponentChildren
}

/** An act that is done only after one more look at what it means. */
export function Ask({ summary, tone = 'plain', isOpen = false, children }: AskProps) {
  return (
    <details class={tone === 'danger' ? 'ask danger' : 'ask'} open={isOpen}>
      <summary>{summary}</summary>
      {children}
    </details>
  )
}
