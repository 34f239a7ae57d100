import { asked } from '../support/authorizing.ts'
import type { Run, Walk } from './cases.ts'

/** A page of an application sends its form here, with the application's own origin. */
const formOf =
  (params: Readonly<Record<string, string>> = {}): Run =>
  ({ browser }) =>
    browser().post('/oidc/authorize', undefined, {
      raw: asked(params).split('?')[1] ?? '',
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://wiki.example.com',
      },
    })

export const openidAuthorize = {
  authorizeForm: { well: formOf(), invalid_request: formOf({ state: 's'.repeat(12_000) }) },
} satisfies Partial<Walk>
