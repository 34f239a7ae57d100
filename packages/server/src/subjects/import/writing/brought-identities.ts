import type { NewIdentity } from '../../providers/index.ts'
import type { ImportedRecord } from '../imported-record.ts'
import type { Note } from '../report/counts.ts'
import type { Preparing } from './preparing.ts'

const SUBJECT = /^[^\p{Cc}\p{Cs}]{1,255}$/u

/** Only of providers that the operator has mapped: the same name may stand for another issuer, whose subjects are other people. */
export function broughtIdentities(
  { identities }: ImportedRecord,
  accountId: string,
  { options: { providers }, now }: Pick<Preparing, 'options' | 'now'>,
): { readonly rows: readonly NewIdentity[]; readonly notes: readonly Note[] } {
  const rows = new Map<string, NewIdentity>()
  let isLeft = false
  for (const { provider, subject, email } of identities) {
    const ours = providers.get(provider)
    // An account has at most one identity of each provider.
    if (!ours || rows.has(ours.name) || !SUBJECT.test(subject)) isLeft = true
    else
      rows.set(ours.name, {
        ...{ issuer: ours.issuer, subject, provider: ours.name, accountId, createdAt: now },
        // What the provider once said of the address is hearsay by now; it says it again at the next sign-in.
        ...{ email: email !== undefined && SUBJECT.test(email) ? email : undefined, vouchedEmail: undefined, tokens: undefined },
      })
  }
  return { rows: [...rows.values()], notes: isLeft ? ['unknown_provider'] : [] }
}
