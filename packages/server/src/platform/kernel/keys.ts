import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Secret } from './secret.ts'

/** While the secret is being replaced, the previous key is accepted too; checks take the ring, so that none forgets it. */
export type KeyRing = readonly [current: Buffer, previous?: Buffer]

/** One configured secret, one independent key per purpose (HKDF-SHA-256, RFC 5869). */
export interface Keys {
  readonly csrf: KeyRing
  readonly codes: KeyRing
  readonly twoFactor: KeyRing
  readonly outbox: KeyRing
  readonly oauth: KeyRing
  readonly newcomer: KeyRing // seals the cookie of the browser in which an account was made
  readonly mailboxes: KeyRing // seals the address that a browser waits for a mail to
  readonly arrivals: KeyRing // seals who has come back from a provider and is asked for more
  readonly heldForms: KeyRing // seals a form that waits for a step-up
  readonly returns: KeyRing // seals where a visitor came from, and goes after the link of a mail
  readonly providerTokens: KeyRing
  readonly dataKeys: KeyRing
  readonly devices: KeyRing
  readonly passkeys: KeyRing // seals the state of a ceremony
  readonly botChecks: KeyRing // signs what browsers show work for
  readonly signUps: KeyRing // seals a sign-up that waits for a mailed code
  readonly decoys: Buffer // draws what is compared in place of a hash that is not there
  readonly limits: Buffer
}

const derive = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `latchkey ${purpose} v1`, 32))

export function deriveKeys(secret: Secret, previous?: Secret): Keys {
  const ring = (purpose: string): KeyRing => {
    const current = derive(secret.reveal(), purpose)
    return previous ? [current, derive(previous.reveal(), purpose)] : [current]
  }
  return {
    csrf: ring('csrf'),
    codes: ring('codes'),
    twoFactor: ring('two-factor'),
    outbox: ring('outbox'),
    oauth: ring('oauth state'),
    newcomer: ring('newcomer'),
    mailboxes: ring('mailboxes'),
    arrivals: ring('arrivals'),
    heldForms: ring('held forms'),
    returns: ring('returns'),
    providerTokens: ring('provider tokens'),
    dataKeys: ring('data keys'),
    devices: ring('devices'),
    passkeys: ring('passkeys'),
    botChecks: ring('bot checks'),
    signUps: ring('sign-ups'),
    decoys: derive(secret.reveal(), 'decoys'),
    // One key only, because a bucket has one name: under a new secret all counts begin at zero.
    limits: derive(secret.reveal(), 'limits'),
  }
}

/** Seals data for the holder of a token. The database has only the token's hash, from which this key cannot be derived. */
export const keyOfToken = (token: string): KeyRing => [derive(token, 'token successor')]

const IV_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM with a random nonce in front and the tag behind it. */
export function seal([key]: KeyRing, text: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** Throws when no key fits or a single letter was changed, so that what is spent by its text is spent in every form. */
export const unseal = (keys: KeyRing, sealed: string): string => unsealBy(keys, sealed).text

export function unsealBy([current, previous]: KeyRing, sealed: string): { readonly text: string; readonly key: Buffer } {
  try {
    return { text: decrypt(current, sealed), key: current }
  } catch (error) {
    if (!previous) throw error
    return { text: decrypt(previous, sealed), key: previous }
  }
}

function decrypt(key: Buffer, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  // A decoder leaves out signs and spare bits, so that many texts are read alike.
  if (bytes.toString('base64url') !== sealed) throw new Error('this is not how it was sealed')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
}
