import type { Format } from './format.ts'
import { ndjson, personOf } from './person.ts'

/** A body of `POST /admin/identities` in each line, for the schema `default` with the traits `email` and `name`. */
export const kratos: Format = () => ({
  ...ndjson,
  account(record, left) {
    const person = personOf(record, left)
    const { email, name, isVerified, isBanned, phc, totp, identities, ours } = person
    // It takes no seeds when an identity is made.
    if (totp !== undefined) left('second_factor')
    const providers = identities.map(({ provider, subject }) => ({ provider, subject }))
    return JSON.stringify({
      ...{ schema_id: 'default', state: isBanned ? 'inactive' : 'active', traits: { email, name }, metadata_admin: ours },
      verifiable_addresses: [{ value: email, via: 'email', verified: isVerified, status: isVerified ? 'completed' : 'pending' }],
      credentials: {
        ...(phc !== undefined && { password: { config: { hashed_password: phc } } }),
        ...(providers.length > 0 && { oidc: { config: { providers } } }),
      },
    })
  },
})
