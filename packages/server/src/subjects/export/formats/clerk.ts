import { timestamp } from '../../../platform/kernel/clock.ts'
import type { Format } from './format.ts'
import { ndjson, personOf, plainSecret } from './person.ts'

/** A body of `POST /v1/users` in each line. */
export const clerk: Format = () => ({
  ...ndjson,
  account(record, left) {
    // It takes every address that comes so for verified, and a stranger's would open what is the owner's.
    if (record['verifiedAt'] === undefined) {
      left('unverified')
      return undefined
    }
    const person = personOf(record, left)
    const { id, email, name, isBanned, createdAt, phc, identities, ours } = person
    const secret = plainSecret(person, left)
    const [first = '', ...rest] = name.split(' ')
    if (identities.length > 0) left('identities')
    if (isBanned) left('ban')
    return JSON.stringify({
      ...{ external_id: id, email_address: [email], first_name: first, last_name: rest.join(' ') },
      ...(phc === undefined ? { skip_password_requirement: true } : { password_digest: phc, password_hasher: 'argon2id' }),
      ...(secret !== undefined && { totp_secret: secret }),
      ...{ private_metadata: ours, created_at: timestamp(createdAt) },
    })
  },
})
