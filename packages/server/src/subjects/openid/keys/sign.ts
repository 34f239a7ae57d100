import type { JWTPayload, ProtectedHeaderParameters } from 'jose'
import type { Deps } from '../../../gate/deps.ts'
import { BoundedMap } from '../../../platform/kernel/bounded-map.ts'
import { openBytes } from '../../../platform/kernel/data-key.ts'
import { keptPromise } from '../../../platform/kernel/kept-promise.ts'
import type { Algorithm } from '../clients/client.ts'
import { type SigningKey, signingKeysIn } from '../tables/signing-keys.ts'
import { keysFor } from './keep-keys.ts'
import { openPrivateKey } from './new-key.ts'
import { signsNow } from './schedule.ts'

/** Loaded with the first signature: before there is an application nothing is signed. */
const jose = keptPromise(() => import('jose'))

/** The two that sign, and those that take their places. */
const opened = new BoundedMap<Promise<CryptoKey>>(8)

export type TokenType = 'JWT' | 'at+jwt' | 'logout+jwt'

/** No hint of a browser is longer: beyond it a text is not even looked at. */
const LONGEST = 16_384

/**
 * The only place that signs. The signature is made by a thread of its own; never inside a transaction, where the store throws.
 * Which key signs is read each time, so that one that has leaked signs nowhere from the moment it is replaced.
 */
export async function sign(deps: Deps, algorithm: Algorithm, claims: JWTPayload, typ: TokenType): Promise<string> {
  const key = signsNow(await keysFor(deps, algorithm), deps.sharedTime.now())
  if (!key) throw new Error('a signing key was written and is not there')
  const { SignJWT } = await jose()
  const header = { alg: algorithm, kid: key.kid, typ }
  return new SignJWT(claims).setProtectedHeader(header).sign(await privateKeyOf(deps, key))
}

function privateKeyOf({ dataKeys }: Deps, { kid, algorithm, sealed }: SigningKey): Promise<CryptoKey> {
  const known = opened.get(kid)
  if (known) return known
  const opening = dataKeys.get().then(({ signing }) => openPrivateKey(algorithm, openBytes(signing, kid, sealed)))
  opened.set(kid, opening)
  // A key that could not be opened is tried again.
  opening.catch(() => opened.delete(kid))
  return opening
}

/**
 * The claims of a token of ours, such as an `id_token` that an application sends back for a hint. It may have expired; a key that signs no
 * more is known for as long as a session may last.
 */
export async function verifyOwn(
  { store, config }: Deps,
  jwt: string,
  wanted: Exclude<TokenType, 'logout+jwt'> = 'JWT',
): Promise<JWTPayload | undefined> {
  if (jwt.length > LONGEST) return undefined
  const { kid, typ } = headerOf(jwt)
  const key = typ === wanted && kid !== undefined ? await signingKeysIn(store).find(kid) : undefined
  if (!key) return undefined
  const { compactVerify, errors, importJWK } = await jose()
  const { algorithm, publicKey } = key
  try {
    const { payload } = await compactVerify(jwt, await importJWK(publicKey, algorithm), { algorithms: [algorithm] })
    const claims: JWTPayload = JSON.parse(new TextDecoder().decode(payload))
    return claims.iss === config.server.publicUrl ? claims : undefined
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}

/** Of a text that may be forged: one that names no key of ours is refused before anything is loaded for it. */
function headerOf(jwt: string): { readonly kid?: string; readonly typ?: unknown } {
  try {
    const [header = ''] = jwt.split('.', 1)
    const { kid, typ }: ProtectedHeaderParameters = JSON.parse(Buffer.from(header, 'base64url').toString())
    return typeof kid === 'string' ? { kid, typ } : {}
  } catch {
    return {}
  }
}
