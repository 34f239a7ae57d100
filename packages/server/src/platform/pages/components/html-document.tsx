import type { ComponentChildren } from 'preact'
import { renderToString } from 'preact-render-to-string'

interface DocumentParts {
  readonly title: string
  readonly style: string
  /** The address of a file of ours. */
  readonly script?: string
  readonly body: ComponentChildren
}

/** All text is escaped; only the stylesheet is not. */
export function htmlDocument({ title, style, script, body }: DocumentParts) {
  const html = renderToString(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: style }} />
        {script !== undefined && <script src={script} defer />}
      </head>
      <body>{body}</body>
    </html>,
  )
  return { html: `<!doctype html>${html}`, styles: [style] }
}
