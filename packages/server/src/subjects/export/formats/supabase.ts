import type { Format } from './format.ts'
import { ndjson, personOf } from './person.ts'

/** A hundred years: it has no ban without an end. */
const FOR_EVER = '876000h'

/** A body of `POST /auth/v1/admin/users` in each line. */
export const supabase: Format = () => ({
  ...ndjson,
  account(record, left) {
    const { id, email, name, isVerified, isBanned, phc, totp, identities } = personOf(record, left)
    if (totp !== undefined) left('second_factor')
    if (identities.length > 0) left('identities')
    // Its metadata stands in tokens, which their owners can read.
    if (record['data'] !== undefined) left('data')
    return JSON.stringify({
      ...{ id, email, email_confirm: isVerified, user_metadata: { full_name: name } },
      ...(phc !== undefined && { password_hash: phc }),
      ...(isBanned && { ban_duration: FOR_EVER }),
    })
  },
})
