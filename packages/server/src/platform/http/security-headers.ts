import { hash } from 'node:crypto'
import { originSources } from '../kernel/origins.ts'
import type { HtmlDocument } from '../kernel/page.ts'
import type { HttpSettings } from './app-options.ts'

/** On every answer. Helmet's defaults are made for pages; an API wants the stricter and shorter list. */
export const securityHeaders = ({ publicUrl, hstsIncludeSubdomains }: HttpSettings): Record<string, string> => ({
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  // Hosts below ours may be another owner's, and not on https: only an operator who answers for them binds them.
  ...(publicUrl.startsWith('https:') && {
    'strict-transport-security': `max-age=31536000${hstsIncludeSubdomains ? '; includeSubDomains' : ''}`,
  }),
})

/** On pages, beside the above. */
export const pageHeaders = (document: HtmlDocument): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': ('isForeign' in document ? foreignPolicy : ownPolicy(document)).join('; '),
  'cross-origin-opener-policy': 'same-origin',
})

/**
 * On the pages that people sign in at. Scripts and styles are files of ours; there is no inline code to allow. A form may
 * lead to wherever people are sent back to, because browsers hold the redirect after it against the same list. Within
 * the site the referrer stays, because without it browsers send forms with `Origin: null`.
 */
export const hostedHeaders = (settings: HttpSettings): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    `form-action ${["'self'", ...originSources(settings), ...settings.appOrigins].join(' ')}`,
    "frame-ancestors 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'same-origin',
})

/** Its own inline styles, by hash, and nothing from anywhere. */
const ownPolicy = ({ styles, hasFrames = false }: Exclude<HtmlDocument, { isForeign: true }>): string[] => [
  "default-src 'none'",
  `style-src ${styles.map((style) => `'sha256-${hash('sha256', style, 'base64')}'`).join(' ')}`,
  ...(hasFrames ? ["frame-src 'self'"] : []),
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
]

/** The bare `sandbox` takes its origin, scripts and forms away even where no frame does, as when it is opened alone. */
const foreignPolicy = ['sandbox', "default-src 'none'", "style-src 'unsafe-inline'", "frame-ancestors 'self'"]
