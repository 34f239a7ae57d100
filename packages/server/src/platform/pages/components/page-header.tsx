import type { ComponentChildren } from 'preact'

interface PageHeaderProps {
  readonly title: ComponentChildren
  /** The place above this one. */
  readonly above?: { readonly href: string; readonly words: string }
  /** Beside the title: how things stand, or what to do here. */
  readonly children?: ComponentChildren
}

/** Where one is. */
export const PageHeader = ({ title, above, children }: PageHeaderProps) => (
  <div class="page-header">
    {above && (
      <p class="breadcrumb">
        <a href={above.href}>{above.words}</a>
      </p>
    )}
    <h1>{title}</h1>
    {children}
  </div>
)
