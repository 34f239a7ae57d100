import type { BroughtPasskey } from '../../../gate/factors/methods.ts'
import type { Passkey } from '../tables/passkeys.ts'
import { readTransports } from './answer.ts'

const AAGUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** What authenticators say that name no model. */
const NO_MODEL = '00000000-0000-0000-0000-000000000000'

/** A file may say anything of a passkey: what only describes it is left out where it is none, for no record may stop the others. */
export const broughtPasskey = (one: BroughtPasskey): Passkey => ({
  ...one,
  aaguid: one.aaguid !== undefined && AAGUID.test(one.aaguid) ? one.aaguid.toLowerCase() : NO_MODEL,
  transports: readTransports(one.transports) ?? [],
})
