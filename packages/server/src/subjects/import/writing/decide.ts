import type { NewIdentity } from '../../providers/index.ts'
import type { ImportOptions } from '../import-options.ts'
import type { Note, Verdict } from '../report/counts.ts'
import { identityKey, type Known } from './known.ts'
import { type Prepared, verdictOn } from './prepared.ts'

/** What becomes of a record. */
export type Decision =
  | { readonly kind: 'created'; readonly wanted: Prepared }
  | {
      readonly kind: 'linked'
      readonly wanted: Prepared
      readonly accountId: string
      readonly identities: readonly NewIdentity[]
    }
  | { readonly kind: 'left'; readonly verdict: Verdict; readonly isConflict: boolean }

/** Row by row, in the order of the file: what one record gets, no later one does. */
export function decideOn(wanted: Prepared, known: Known, onConflict: ImportOptions['on-conflict']): Decision {
  const { email, id } = wanted.account
  const holder = known.emails.get(email)
  const left = (outcome: 'skipped' | 'refused', reason: Verdict['reason'], isConflict = false): Decision => ({
    ...{ kind: 'left', isConflict },
    verdict: { ...verdictOn(wanted), outcome, reason },
  })
  if (known.ofThisFile.has(email)) return left('refused', 'duplicate_in_file')
  const free = wanted.identities.filter((one) => !known.identities.has(identityKey(one)))
  if (holder !== undefined) {
    if (onConflict !== 'link-identities' || holder === '') return left('skipped', 'email_already_exists', true)
    // An address that the source has not verified may be another person's there, and so may the identities beside it.
    if (wanted.account.verifiedAt === undefined || wanted.identities.length === 0) return left('skipped', 'email_already_exists')
    if (free.length === 0) return left('skipped', 'identity_already_linked')
    take(free, known)
    return { kind: 'linked', wanted, accountId: holder, identities: free }
  }
  if (wanted.isIdKept && known.ids.has(id)) return left('refused', 'id_taken')
  const passkeys = wanted.passkeys.filter(({ credentialId }) => !known.credentials.has(credentialId))
  const notes: Note[] = [...wanted.notes]
  if (free.length < wanted.identities.length) notes.push('identity_already_linked')
  take(free, known)
  known.emails.set(email, id)
  known.ofThisFile.add(email)
  known.ids.add(id)
  for (const { credentialId } of passkeys) known.credentials.add(credentialId)
  return { kind: 'created', wanted: { ...wanted, identities: free, passkeys, notes } }
}

function take(identities: readonly NewIdentity[], known: Known): void {
  for (const one of identities) known.identities.add(identityKey(one))
}
