import type { NewIdentity } from '../../providers/index.ts'
import type { ImportedRecord } from '../imported-record.ts'
import type { Note } from '../report/counts.ts'
import { pastOf } from './past.ts'
import type { Preparing } from './preparing.ts'

const SUBJECT = /^[^\p{Cc}\p{Cs}]{1,255}$/u

/**
 * Only of providers that the operator has mapped, or whose issuer the source names: the same name may stand for another issuer, whose
 * subjects are other people.
 */
export function broughtIdentities(
  { identities }: ImportedRecord,
  accountId: string,
  { deps: { config }, options: { providers }, now }: Pick<Preparing, 'deps' | 'options' | 'now'>,
): { readonly rows: readonly NewIdentity[]; readonly notes: readonly Note[] } {
  const rows = new Map<string, NewIdentity>()
  let isLeft = false
  for (const { provider, subject, email, issuer, createdAt, usedAt } of identities) {
    const ours = providers.get(provider) ?? config.oauth.providers.find((one) => one.issuer === issuer && one.name === provider)
    // An account has at most one identity of each provider.
    if (!ours || rows.has(ours.name) || !SUBJECT.test(subject)) isLeft = true
    else
      rows.set(ours.name, {
        ...{ issuer: ours.issuer, subject, provider: ours.name, accountId },
        ...{ createdAt: pastOf(createdAt, now) ?? now, usedAt: pastOf(usedAt, now) ?? now },
        // What the provider once said of the address is hearsay by now; it says it again at the next sign-in.
        ...{ email: email !== undefined && SUBJECT.test(email) ? email : undefined, vouchedEmail: undefined, tokens: undefined },
      })
  }
  return { rows: [...rows.values()], notes: isLeft ? ['unknown_provider'] : [] }
}
