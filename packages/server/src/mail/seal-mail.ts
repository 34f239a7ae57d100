import { type KeyRing, seal, unseal } from '../kernel/keys.ts'
import { MailRefused, type OutgoingMail } from './transport.ts'

type Mail = Omit<OutgoingMail, 'id'>

export const sealMail = (keys: KeyRing, mail: Mail): string => seal(keys, JSON.stringify(mail))

/** What no key opens was sealed with a secret that is gone, and trying again does not bring it back. */
export function unsealMail(keys: KeyRing, payload: string): Mail {
  try {
    return JSON.parse(unseal(keys, payload))
  } catch (cause) {
    throw new MailRefused('the mail was sealed with another secret', { cause })
  }
}
