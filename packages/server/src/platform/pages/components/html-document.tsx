import type { ComponentChildren } from 'preact'
import { renderToString } from 'preact-render-to-string'

/** All text is escaped; only the stylesheet is not. */
export function htmlDocument({ title, style, body }: { title: string; style: string; body: ComponentChildren }) {
  const html = renderToString(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>{body}</body>
    </html>,
  )
  return { html: `<!doctype html>${html}`, styles: [style] }
}
