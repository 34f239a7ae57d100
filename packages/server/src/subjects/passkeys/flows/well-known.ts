import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { listOf } from '../../../gate/views/fields.ts'
import { servedAddress } from '../../../platform/kernel/own-path.ts'
import { relyingPartyOf } from '../steps/relying-party.ts'

const address = (description?: string) => Type.String({ format: 'uri', ...(description !== undefined && { description }) })

/** Browsers look here before they let a page of another domain use our passkeys (WebAuthn, Related Origin Requests). */
export const relatedOrigins = endpoint({
  route: 'GET /.well-known/webauthn',
  summary: 'Which origins may use the passkeys',
  auth: 'none',
  limit: 'general',
  reply: Type.Object({ origins: listOf(address(), 'The origins that may use our passkeys, our own first.') }),
  errors: ['not_found'],

  async handle({ deps: { config }, fail }) {
    const { relatedOrigins: related } = config.passkeys
    // Also where passkeys are switched off: an owner who has one still passes the second factor with it.
    if (related.length === 0 || !relyingPartyOf(config)) throw fail('not_found')
    return { origins: [...new Set([new URL(config.server.publicUrl).origin, ...related])] }
  },
})

/** Password managers look here for the page to send people to (W3C, A Well-Known URL for Relying Party Passkey Endpoints). */
export const passkeyEndpoints = endpoint({
  route: 'GET /.well-known/passkey-endpoints',
  summary: 'Where passkeys are added and managed',
  auth: 'none',
  limit: 'general',
  reply: Type.Object({ enroll: address('The page to add one on.'), manage: address('The page to rename and remove them on.') }),
  errors: ['not_found'],

  async handle({ deps: { config }, fail }) {
    if (!config.passkeys.enabled || !relyingPartyOf(config)) throw fail('not_found')
    const page = servedAddress(config.server, pagePaths.accountSecurity)
    return { enroll: page, manage: page }
  },
})
