import type { Format } from './format.ts'
import { jsonList, personOf, plainSecret } from './person.ts'

/** The file of a job that imports users. One job takes 500 KB. */
export const auth0: Format = () => ({
  ...jsonList(),
  account(record, left) {
    const person = personOf(record, left)
    const { id, email, name, isVerified, isBanned, phc, identities, ours } = person
    const secret = plainSecret(person, left)
    if (identities.length > 0) left('identities')
    return JSON.stringify({
      ...{ user_id: id, email, email_verified: isVerified, name, blocked: isBanned, app_metadata: ours },
      ...(phc !== undefined && { custom_password_hash: { algorithm: 'argon2', hash: { value: phc, encoding: 'utf8' } } }),
      ...(secret !== undefined && { mfa_factors: [{ totp: { secret } }] }),
    })
  },
})
