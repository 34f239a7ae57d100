import { type KeyRing, seal, unseal } from '../kernel/keys.ts'
import { type OutgoingMail, SealedWithOtherSecret } from './transport.ts'

type Mail = Omit<OutgoingMail, 'id'>

export const sealMail = (keys: KeyRing, mail: Mail): string => seal(keys, JSON.stringify(mail))

export function unsealMail(keys: KeyRing, payload: string): Mail {
  try {
    return JSON.parse(unseal(keys, payload))
  } catch (cause) {
    throw new SealedWithOtherSecret('the mail was sealed with another secret: is SECRET right?', { cause })
  }
}
