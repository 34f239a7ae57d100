import type { ComponentChildren } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { OwnPath } from '../../platform/kernel/own-path.ts'
import { Footer } from './footer.tsx'
import type { View, Visit } from './view.ts'

export interface Looks {
  /** Where the name at the top leads: on the host of an application, to that. */
  readonly home: string
  readonly stylesheet: OwnPath
  readonly script: OwnPath
  readonly passkeyScript: OwnPath
  readonly proofScript: OwnPath
  readonly icon: OwnPath
  readonly mark: OwnPath
  readonly logo: OwnPath | undefined
  readonly darkLogo: OwnPath | undefined
}

interface Frame {
  readonly view: View
  readonly looks: Looks
  readonly title: string
  /** Absent on error pages, which offer no choice of languages. */
  readonly visit?: Visit
  /** The navigation; a page without one is a card. */
  readonly places?: ComponentChildren
  readonly isConsole?: boolean
  readonly hasPasskeys?: boolean
  readonly hasBotCheck?: boolean
  readonly leadsTo?: string
}

/** The page renders only after all of it was read, and after the script has shown what needs passkeys, so that nothing moves. */
const BLOCKING = { blocking: 'render' }

/** Preact escapes all texts. */
export function document(frame: Frame, children: ComponentChildren): { readonly html: string } {
  return { html: `<!doctype html>${renderToString(<Document {...frame}>{children}</Document>)}` }
}

export const card = (frame: Frame, children: ComponentChildren) =>
  document(
    frame,
    <>
      <h1>{frame.title}</h1>
      {children}
    </>,
  )

type DocumentProps = Frame & { readonly children: ComponentChildren }

function Document({ view, looks, title, visit, places, isConsole, hasPasskeys, hasBotCheck, leadsTo, children }: DocumentProps) {
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
        <link rel="expect" href="#end" {...BLOCKING} />
        <script src={looks.script} defer />
        {hasBotCheck && <script src={looks.proofScript} defer />}
        {hasPasskeys && <script src={looks.passkeyScript} defer {...BLOCKING} />}
      </head>
      <body class={isCard ? 'card' : isConsole ? 'desk console' : 'desk narrow'}>
        <a class="skip" href="#main">
          {t.common.skip}
        </a>
        <header class="top">
          <a class="brand" href={looks.home}>
            <Brand looks={looks} appName={appName} />
          </a>
          {places}
        </header>
        <main id="main" class={isCard ? 'stack' : undefined}>
          {children}
        </main>
        <Footer view={view} visit={visit} />
        <span id="end" hidden />
      </body>
    </html>
  )
}

function Brand({ looks: { mark, logo, darkLogo }, appName }: { readonly looks: Looks; readonly appName: string }) {
  if (logo === undefined)
    return (
      <>
        <img class="mark" src={mark} alt="" width="28" height="28" />
        {appName}
      </>
    )
  return (
    <picture>
      {darkLogo !== undefined && <source srcSet={darkLogo} media="(prefers-color-scheme: dark)" />}
      <img src={logo} alt={appName} />
    </picture>
  )
}
