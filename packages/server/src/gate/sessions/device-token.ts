import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { keptFor } from '../../platform/kernel/kept-for.ts'
import type { KeyRing } from '../../platform/kernel/keys.ts'
import { memoise } from '../../platform/kernel/memoise.ts'
import { hashToken, isToken } from '../../platform/kernel/tokens.ts'

/** As long as browsers keep a cookie. */
export const DEVICE_MS = 400 * 86_400_000

const ID_BYTES = 16
const MAC_BYTES = 16

export const newDevice = (): string => randomBytes(ID_BYTES).toString('base64url')

const sign = (key: Buffer, id: Buffer): Buffer => createHmac('sha256', key).update(id).digest().subarray(0, MAC_BYTES)

/** The signature lets a made-up token be refused without asking the database, even in a flood. */
export function deviceToken([key]: KeyRing, device: string): string {
  const id = Buffer.from(device, 'base64url')
  return Buffer.concat([id, sign(key, id)]).toString('base64url')
}

export const deviceOf = (keys: KeyRing, token: string | undefined): string | undefined => renewed(keys, token)?.device

const REMEMBERED = 10_000

/** Of a genuine token; the one that is returned is made with the current key. */
export const renewed = (keys: KeyRing, token: string | undefined): Renewed | undefined =>
  token === undefined ? undefined : renewing(keys)(token)

interface Renewed {
  readonly device: string
  readonly token: string
}

/** Remembered, because checking a signature costs time and most requests come from a browser that was here before. */
const renewing = keptFor((keys: KeyRing) =>
  memoise(REMEMBERED, (token): Renewed | undefined => {
    if (!isToken(token)) return undefined
    const bytes = Buffer.from(token, 'base64url')
    const [id, mac] = [bytes.subarray(0, ID_BYTES), bytes.subarray(ID_BYTES)]
    if (!keys.some((key) => key !== undefined && timingSafeEqual(mac, sign(key, id)))) return undefined
    const device = id.toString('base64url')
    return { device, token: deviceToken(keys, device) }
  }),
)

/** Two accounts have different hashes for the same device, so that no row leads from one account to the other. */
export const hashOfDevice = (device: string, accountId: string): string => hashToken(`${accountId}.${device}`)
