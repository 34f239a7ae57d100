import { createHmac, hash, randomBytes } from 'node:crypto'
import { isSame } from '../../platform/kernel/csrf.ts'
import type { Client } from '../../platform/kernel/endpoint.ts'
import { networksOf } from '../../platform/kernel/networks-of.ts'
import { hashToken } from '../../platform/kernel/tokens.ts'
import { LATEST_MS } from '../codes/tables/spent-states.ts'
import type { Deps } from '../deps.ts'

/** A quarter of a million hashes on average: about a second for a phone, and less for a computer. */
export const BITS = 18
/** How long the work may take, with the form that is filled in meanwhile. */
export const CHALLENGE_MS = LATEST_MS

/** The forms that may ask for work; what was shown for one is worth nothing at another. */
export type Purpose = 'sign-up' | 'sign-in-code'

type Asked = Pick<Deps, 'keys' | 'clock'>
type Visitor = Pick<Client, 'ip'>

const FORM = /^([a-z\d]{1,12})\.([\w-]{12})\.([\w-]{22})$/
const NONCE = /^\d{1,15}$/
const SEED_BYTES = 9
const MAC_BYTES = 16

/** Bound to a form, a network and a time, so that little can be worked for ahead; kept nowhere, so that asking costs nothing. */
export function newChallenge({ keys, clock }: Asked, purpose: Purpose, { ip }: Visitor): string {
  const expiresAt = clock.now() + CHALLENGE_MS
  const seed = randomBytes(SEED_BYTES).toString('base64url')
  return `${expiresAt.toString(36)}.${seed}.${macOf(keys.botChecks[0], [purpose, networksOf(ip)[0], expiresAt, seed])}`
}

/** Of a challenge that is ours, still good, and was worked for, what is spent; undefined for any other. */
export function provedChallenge(
  { keys, clock }: Asked,
  purpose: Purpose,
  { ip }: Visitor,
  { challenge, nonce }: { readonly challenge: string; readonly nonce: string },
): { readonly spent: string; readonly expiresAt: number } | undefined {
  const [, end = '', seed = '', mac = ''] = FORM.exec(challenge) ?? []
  const expiresAt = Number.parseInt(end, 36)
  const now = clock.now()
  if (!NONCE.test(nonce) || !(expiresAt > now && expiresAt <= now + CHALLENGE_MS)) return undefined
  const facts = [purpose, networksOf(ip)[0], expiresAt, seed]
  const isOurs = keys.botChecks.some((key) => key !== undefined && isSame(mac, macOf(key, facts)))
  // The signature alone has one form: a time may be written with zeros before it.
  return isOurs && isWorkedFor(mac, nonce) ? { spent: hashToken(mac), expiresAt } : undefined
}

/** What a browser looks for: a number after the end of the challenge whose hash begins with so many zeros. */
const isWorkedFor = (mac: string, nonce: string): boolean =>
  hash('sha256', `${mac}.${nonce}`, 'buffer').readUInt32BE(0) >>> (32 - BITS) === 0

const macOf = (key: Buffer, facts: readonly (string | number)[]): string =>
  createHmac('sha256', key).update(JSON.stringify(facts)).digest().subarray(0, MAC_BYTES).toString('base64url')
