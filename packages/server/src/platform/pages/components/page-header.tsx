import type { ComponentChildren } from 'preact'

interface PageHeaderProps {
  readonly title: ComponentChildren
  readonly above?: { readonly href: string; readonly words: string }
  readonly children?: ComponentChildren
}

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
