import { hash } from 'node:crypto'

/** On every answer. Helmet's defaults are made for pages; an API wants the stricter and shorter list. */
export const securityHeaders = (publicUrl: string): Record<string, string> => ({
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
})

/** On pages: their own inline styles, by hash, and nothing from anywhere. */
export const pageHeaders = (styles: readonly string[]): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `style-src ${styles.map((style) => `'sha256-${hash('sha256', style, 'base64')}'`).join(' ')}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
})
