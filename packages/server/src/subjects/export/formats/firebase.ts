import type { Format } from './format.ts'
import { jsonList, personOf } from './person.ts'

/** As it calls them; it takes no other by a file. */
const PROVIDERS: ReadonlyMap<string, string> = new Map([
  ['google', 'google.com'],
  ['github', 'github.com'],
  ['microsoft', 'microsoft.com'],
  ['apple', 'apple.com'],
  ['facebook', 'facebook.com'],
])

/** The file of `firebase auth:import`. */
export const firebase: Format = () => ({
  ...jsonList('{"users": ', '}'),
  ofPasswords: 'It compares no argon2id: people with a password set a new one there, by mail.',
  account(record, left) {
    const { id, email, name, isVerified, isBanned, createdAt, phc, totp, identities } = personOf(record, left)
    const known = identities.flatMap(({ provider, subject, email: there }) => {
      const providerId = PROVIDERS.get(provider)
      return providerId === undefined ? [] : [{ providerId, rawId: subject, ...(there !== undefined && { email: there }) }]
    })
    if (known.length < identities.length) left('identities')
    if (phc !== undefined) left('password')
    if (totp !== undefined) left('second_factor')
    if (record['data'] !== undefined) left('data')
    return JSON.stringify({
      ...{ localId: id, email, emailVerified: isVerified, displayName: name, disabled: isBanned, createdAt: String(createdAt) },
      ...(known.length > 0 && { providerUserInfo: known }),
    })
  },
})
