import { hash } from 'node:crypto'
import { originSources } from '../kernel/origins.ts'
import type { HtmlDocument } from '../kernel/page.ts'
import type { HttpSettings } from './app-options.ts'

/** For every answer. Helmet's defaults are made for pages; an API can have a stricter and shorter list. */
export const securityHeaders = ({ publicUrl, hstsIncludeSubdomains }: HttpSettings): Record<string, string> => ({
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  // Subdomains may belong to others and have no https, so only the operator can decide to include them.
  ...(publicUrl.startsWith('https:') && {
    'strict-transport-security': `max-age=31536000${hstsIncludeSubdomains ? '; includeSubDomains' : ''}`,
  }),
})

export const pageHeaders = (document: HtmlDocument): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': ('isForeign' in document ? foreignPolicy : ownPolicy(document)).join('; '),
  'cross-origin-opener-policy': 'same-origin',
})

/**
 * Hosted pages have no inline code. `form-action` lists wherever visitors may be sent back to, because browsers apply it to the
 * redirect after a form. The referrer stays within the site, because without it browsers send forms with `Origin: null`.
 */
export const hostedHeaders = (settings: HttpSettings): Record<string, string> =>
  headersOfPage(["'self'", ...originSources(settings), ...settings.appOrigins].join(' '), 'same-origin')

/** For a page that leads its visitor to an application, with secrets in its address. */
export const leadingHeaders = (formTo: string | undefined): Record<string, string> =>
  headersOfPage(formTo ?? "'none'", 'no-referrer')

const headersOfPage = (formAction: string, referrerPolicy: string): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': referrerPolicy,
})

/** Allows the page's own inline styles, by hash, and of scripts our own files alone. */
const ownPolicy = ({ styles, hasFrames = false, hasScript = false }: Exclude<HtmlDocument, { isForeign: true }>): string[] => [
  "default-src 'none'",
  `style-src ${styles.map((style) => `'sha256-${hash('sha256', style, 'base64')}'`).join(' ')}`,
  ...(hasFrames ? ["frame-src 'self'"] : []),
  ...(hasScript ? ["script-src 'self'", "connect-src 'self'"] : []),
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
]

/** The bare `sandbox` takes away origin, scripts and forms even where the page is opened outside of its frame. */
const foreignPolicy = ['sandbox', "default-src 'none'", "style-src 'unsafe-inline'", "frame-ancestors 'self'"]
