import type { Format } from './format.ts'
import { jsonList, type Person, personOf } from './person.ts'

/** The part of a realm that `kc.sh import` and a partial import read; since Keycloak 24, which compares argon2id. */
export const keycloak: Format = () => ({
  ...jsonList('{"realm": "latchkey", "users": ', '}'),
  account(record, left) {
    const person = personOf(record, left)
    const { id, email, name, isVerified, isBanned, createdAt, language, identities } = person
    const [first = '', ...rest] = name.split(' ')
    if (record['data'] !== undefined) left('data')
    return JSON.stringify({
      ...{ id, username: email, email, emailVerified: isVerified, enabled: !isBanned, createdTimestamp: createdAt },
      ...{ firstName: first, lastName: rest.join(' ') },
      ...(language !== undefined && { attributes: { locale: [language] } }),
      credentials: [...passwordOf(person), ...seedOf(person)],
      federatedIdentities: identities.map(({ provider, subject, email: there }) => ({
        ...{ identityProvider: provider, userId: subject, userName: there ?? subject },
      })),
    })
  },
})

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

const padded = (text: string): string => text.padEnd(Math.ceil(text.length / 4) * 4, '=')

function passwordOf({ phc }: Person): readonly object[] {
  const [, memory, passes, lanes, salt, key] = PHC.exec(phc ?? '') ?? []
  if (memory === undefined || lanes === undefined || salt === undefined || key === undefined) return []
  const hashLength = String(Buffer.from(key, 'base64').length)
  const costs = { hashLength: [hashLength], memory: [memory], type: ['id'], version: ['1.3'], parallelism: [lanes] }
  const data = { hashIterations: Number(passes), algorithm: 'argon2', additionalParameters: costs }
  const secret = { value: padded(key), salt: padded(salt), additionalParameters: {} }
  return [{ type: 'password', credentialData: JSON.stringify(data), secretData: JSON.stringify(secret) }]
}

function seedOf({ totp }: Person): readonly object[] {
  if (totp === undefined) return []
  const algorithm = `Hmac${totp.algorithm.toUpperCase()}`
  const data = { subType: 'totp', digits: totp.digits, counter: 0, period: totp.period, algorithm, secretEncoding: 'BASE32' }
  return [{ type: 'otp', credentialData: JSON.stringify(data), secretData: JSON.stringify({ value: totp.secret }) }]
}
