import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { parameter } from '../../../gate/views/fields.ts'
import { servedAddress } from '../../../platform/kernel/own-path.ts'
import { newToken } from '../../../platform/kernel/tokens.ts'
import { authenticateClient, clientErrors } from '../steps/authenticate-client.ts'
import { RefusedRequest, readScopes } from '../steps/authorization-params.ts'
import { ClientFields } from '../steps/client-fields.ts'
import { hashesOfTyped, newTypedCode } from '../steps/device-code.ts'
import { noteRefusal } from '../steps/note-refusal.ts'
import { deviceCodesIn, hashOfDeviceCode, PAUSE_MS } from '../tables/device-codes.ts'

const TTL_MS = 600_000

/** Another device may show the same code at the moment, which happens once in millions of times. */
const TRIES = 5

/**
 * A device without a browser shows a code, which its person types where they are signed in (RFC 8628). What it asks for is fixed here, so
 * that the person allows no more than they are shown.
 */
export const authorizeDevice = endpoint({
  route: 'POST /oidc/device',
  summary: 'Begin to sign in on a device without a browser',
  auth: 'none',
  limit: 'begun',
  isOAuth: true,
  body: Type.Object({
    ...ClientFields,
    scope: parameter('Scopes of the client; all of them where it is left out.'),
    resource: parameter('A service of the client, for a token that is signed for it.'),
  }),
  reply: Type.Object({
    device_code: Type.String({ description: 'For the token endpoint, and for nobody’s eyes.' }),
    user_code: Type.String({ description: 'What the device shows.' }),
    verification_uri: Type.String({ description: 'Where the person types it.' }),
    verification_uri_complete: Type.String({ description: 'The same with the code, for a QR code.' }),
    expires_in: Type.Integer({ description: 'Seconds.' }),
    interval: Type.Integer({ description: 'Seconds between two questions.' }),
  }),
  errors: [...clientErrors, 'unauthorized_client', 'invalid_scope', 'invalid_target'],

  async handle(call) {
    const { body, client: device, deps, fail } = call
    const { store, clock, keys, config } = deps
    const client = await authenticateClient(call)
    const refuse = (code: 'unauthorized_client' | 'invalid_scope' | 'invalid_target', why: Parameters<typeof noteRefusal>[2]) => {
      noteRefusal(deps, client.id, why)
      return fail(code)
    }
    if (!client.hasDeviceFlow) throw refuse('unauthorized_client', 'grant_type_not_allowed')
    const scopes = body.scope ? readScopes(config, client, body.scope) : client.scopes
    if (scopes instanceof RefusedRequest) throw refuse('invalid_scope', scopes.refusal)
    const audience = body.resource
    if (audience !== undefined && !client.audiences.includes(audience)) throw refuse('invalid_target', 'audience_unknown')
    const now = clock.now()
    const secret = newToken()
    const asked = {
      hash: hashOfDeviceCode(secret),
      clientId: client.id,
      scopes,
      audience,
      createdAt: now,
      expiresAt: now + TTL_MS,
    }
    const where = { ipAddress: device.ip, userAgent: device.userAgent }
    for (let tries = 0; tries < TRIES; tries++) {
      const typed = newTypedCode()
      if (!(await deviceCodesIn(store).add({ ...asked, ...where, typed: hashesOfTyped(keys, typed)[0] }))) continue
      const page = servedAddress(config.server, pagePaths.device)
      return {
        device_code: secret,
        user_code: typed,
        verification_uri: page,
        verification_uri_complete: `${page}?user_code=${typed}`,
        expires_in: TTL_MS / 1000,
        interval: PAUSE_MS / 1000,
      }
    }
    throw new Error('no code is free')
  },
})
