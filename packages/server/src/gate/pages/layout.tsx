import type { ComponentChildren } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { Footer } from './footer.tsx'
import type { View, Visit } from './view.ts'

/** Where the files of the pages are, and which pictures the operator has. */
export interface Looks {
  readonly stylesheet: string
  readonly script: string
  /** For the pages that can use a passkey. */
  readonly passkeyScript: string
  readonly icon: string
  readonly logo: string | undefined
  /** For a dark ground, where the other would not be seen on it. */
  readonly darkLogo: string | undefined
}

interface Frame {
  readonly view: View
  readonly looks: Looks
  readonly title: string
  /** Without one, the page does not know the way back here. */
  readonly visit?: Visit
  /** Beside the name of the house: the places to go to. With them the page is a desk, else a card. */
  readonly places?: ComponentChildren
  /** A desk for work has small print and all the room there is. */
  readonly isConsole?: boolean
  /** What only a browser that knows passkeys can do is on it. */
  readonly hasPasskeys?: boolean
  /** Where the browser goes on to by itself. */
  readonly leadsTo?: string
}

/** What it brings to light is there from the first look on, so that nothing moves. */
const BEFORE_ALL = { blocking: 'render' }

/** A whole document. Whatever is put into it as text comes out as text. */
export function document(frame: Frame, children: ComponentChildren): { readonly html: string } {
  return { html: `<!doctype html>${renderToString(<Document {...frame}>{children}</Document>)}` }
}

/** A page for one question, with its title above it. */
export const card = (frame: Frame, children: ComponentChildren) =>
  document(
    frame,
    <>
      <h1>{frame.title}</h1>
      {children}
    </>,
  )

type DocumentProps = Frame & { readonly children: ComponentChildren }

function Document({ view, looks, title, visit, places, isConsole, hasPasskeys, leadsTo, children }: DocumentProps) {
  const { t, language, appName } = view
  const isCard = places === undefined
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
        {hasPasskeys && <script src={looks.passkeyScript} defer {...BEFORE_ALL} />}
      </head>
      <body class={isCard ? 'card' : isConsole ? 'desk console' : 'desk narrow'}>
        <a class="skip" href="#main">
          {t.common.skip}
        </a>
        <header class="top">
          <a class="brand" href="/">
            <Brand looks={looks} appName={appName} />
          </a>
          {places}
        </header>
        <main id="main" class={isCard ? 'stack' : undefined}>
          {children}
        </main>
        <Footer view={view} visit={visit} />
      </body>
    </html>
  )
}

function Brand({ looks: { logo, darkLogo }, appName }: { readonly looks: Looks; readonly appName: string }) {
  if (logo === undefined) return appName
  return (
    <picture>
      {darkLogo !== undefined && <source srcSet={darkLogo} media="(prefers-color-scheme: dark)" />}
      <img src={logo} alt={appName} />
    </picture>
  )
}
