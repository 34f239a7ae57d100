import type { ComponentChildren } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { View } from '../view.ts'

/** Where the files of the pages are, and whether the operator has a logo. */
export interface Looks {
  readonly stylesheet: string
  readonly script: string
  readonly icon: string
  readonly logo: string | undefined
}

interface Frame {
  readonly view: View
  readonly looks: Looks
  readonly title: string
  /** Beside the name of the house, at the top. */
  readonly nav?: ComponentChildren
  /** A column for reading and typing, or all the room there is. */
  readonly width?: 'card' | 'page' | 'wide'
  /** Where the browser goes on to by itself. */
  readonly leadsTo?: string
  readonly children: ComponentChildren
}

/** A whole document. Whatever is put into it as text comes out as text. */
export function document(frame: Frame): { readonly html: string } {
  return { html: `<!doctype html>${renderToString(<Document {...frame} />)}` }
}

function Document({ view: { t, language, appName }, looks, title, nav, width = 'card', leadsTo, children }: Frame) {
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        {leadsTo !== undefined && <meta http-equiv="refresh" content={`0; url=${leadsTo}`} />}
        <title>{`${title} · ${appName}`}</title>
        <link rel="icon" href={looks.icon} />
        <link rel="stylesheet" href={looks.stylesheet} />
        <script src={looks.script} defer />
      </head>
      <body class={width}>
        <a class="skip" href="#main">
          {t.common.skip}
        </a>
        <header class="top">
          <a class="house" href="/">
            {looks.logo === undefined ? appName : <img src={looks.logo} alt={appName} />}
          </a>
          {nav}
        </header>
        <main id="main">{children}</main>
      </body>
    </html>
  )
}
