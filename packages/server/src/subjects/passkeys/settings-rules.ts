import { isPublicSuffix } from '../../platform/config/public-suffix.ts'
import type { Rule } from '../../platform/config/rule.ts'
import type { Warn } from '../../platform/config/warnings.ts'
import { isWithin, rpIdOf, rpIdRefusal } from './rp-id.ts'

const MOST_RELATED = 20

const REFUSED = {
  address: 'must not be an address: browsers make passkeys for host names only',
  'single-label': 'must have a dot in it, or be localhost: browsers make no passkeys for other names',
} as const

/** A browser would refuse each of these at the first passkey; nothing would say why. */
const rpId: Rule = {
  reads: ['passkeys.rpId', 'server.publicUrl'],
  refuse({ passkeys: { rpId: id }, server }, { nameOf }) {
    if (id === undefined) return undefined
    const name = nameOf('passkeys.rpId')
    const refusal = rpIdRefusal(id)
    if (refusal) return `${name}: ${REFUSED[refusal]}`
    if (id !== 'localhost' && isPublicSuffix(id)) {
      return `${name}: strangers have names below ${id}, and browsers make no passkeys for all of them together`
    }
    const isOurs = isWithin(new URL(server.publicUrl).hostname, id)
    return isOurs ? undefined : `${name}: must be the host of ${nameOf('server.publicUrl')} or a parent of it`
  },
}

const relatedOrigins: Rule = {
  reads: ['passkeys.relatedOrigins'],
  refuse({ passkeys }, { nameOf }) {
    const name = nameOf('passkeys.relatedOrigins')
    const plain = passkeys.relatedOrigins.find((origin) => !origin.startsWith('https:'))
    if (plain !== undefined) return `${name}: "${plain}" must be https`
    return passkeys.relatedOrigins.length > MOST_RELATED ? `${name}: must be at most ${MOST_RELATED} origins` : undefined
  },
}

export const passkeyRules: readonly Rule[] = [rpId, relatedOrigins]

export const passkeyWarnings: Warn = ({ passkeys, server: { publicUrl } }) =>
  passkeys.enabled && rpIdOf(publicUrl, passkeys.rpId) === undefined
    ? [
        `PASSKEYS is on and PUBLIC_URL is ${publicUrl}: browsers make passkeys for host names with a dot and for localhost only, so there are none here`,
      ]
    : []
