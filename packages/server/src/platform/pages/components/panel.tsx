import type { ComponentChildren } from 'preact'

interface PanelProps {
  readonly id?: string
  readonly title: string
  readonly lead?: ComponentChildren
  readonly state?: ComponentChildren
  /** Only where something is lost for good. */
  readonly tone?: 'danger' | undefined
  readonly children?: ComponentChildren
}

export function Panel({ id, title, lead, state, tone, children }: PanelProps) {
  const heading = id === undefined ? undefined : `${id}-title`
  return (
    <section id={id} class={tone === undefined ? 'panel' : `panel ${tone}`} aria-labelledby={heading}>
      <header>
        <h2 id={heading}>{title}</h2>
        {state}
        {lead !== undefined && <p class="hint">{lead}</p>}
      </header>
      {children}
    </section>
  )
}
