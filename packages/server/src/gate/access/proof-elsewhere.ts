import { auditIn } from '../audit/tables/audit.ts'
import type { Caller, Deps } from '../deps.ts'
import { UNPROVED } from '../hooks.ts'
import { type AccountOrigin, originOf } from './account-origin.ts'
import { labelsOf, type SignInMethods, signInMethodsOf } from './sign-in-methods.ts'
import { mailboxProofsIn } from './tables/mailbox-proofs.ts'

/** What the owner of a mailbox should know about an account that a stranger may have made; providers are labels, not names. */
export interface ProofElsewhere extends AccountOrigin, SignInMethods {
  readonly removed: readonly (typeof UNPROVED)[number][]
  readonly removedProviders: readonly string[]
}

/** Undefined unless the session began with the first proof of the mailbox, in a browser that the account did not know. */
export async function proofElsewhere(deps: Deps, { account, session }: Caller): Promise<ProofElsewhere | undefined> {
  const { store } = deps
  if (!(await mailboxProofsIn(store).isProver(account.id, session.id))) return undefined
  // The log only says what was removed; who may see it was decided above, without the log.
  const [claim] = (await auditIn(store).newest({ type: 'account.claimed', targetUserId: account.id }, 1)).events
  const wordsOf = (name: string) => String(claim?.metadata[name] ?? '').split(' ')
  const { hasPassword, mailbox, providers, passkeys } = await signInMethodsOf(store, deps, account)
  return {
    ...(await originOf(store, account)),
    ...{ hasPassword, mailbox, passkeys, providers: labelsOf(deps, providers) },
    removed: UNPROVED.filter((kind) => wordsOf('removed').includes(kind)),
    removedProviders: labelsOf(deps, wordsOf('providers').filter(Boolean)),
  }
}
