import { admit, type Entered, type SignInOutcome } from '../../../gate/access/admit.ts'
import { lockUnproved } from '../../../gate/access/lock-unproved.ts'
import { admitNewcomer, sendOwedMail } from '../../../gate/access/owed-mail.ts'
import { proveMailbox } from '../../../gate/access/prove-mailbox.ts'
import { openAccount } from '../../../gate/accounts/open-account.ts'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import type { Context } from '../../../gate/deps.ts'
import { withLocks } from '../../../gate/hooks.ts'
import type { Undo } from '../../../gate/mails/own-mail.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import type { PresentedCookies } from '../../../platform/kernel/cookies.ts'
import { displayName } from '../../../platform/kernel/display-name.ts'
import { canonicalEmail } from '../../../platform/kernel/email-address.ts'
import { type ErrorCode, Failure } from '../../../platform/kernel/errors.ts'
import type { Identity } from '../provider.ts'
import { identitiesIn } from '../tables/identities.ts'
import { identityRow } from './identity-row.ts'

type Refusal = Extract<
  ErrorCode,
  | 'forbidden'
  | 'provider_error'
  | 'email_already_exists'
  | 'email_failed'
  | 'user_banned'
  | 'provider_not_linked'
  | 'rate_limit_exceeded'
>

type Outcome = Entered | { readonly kind: 'refused'; readonly code: Refusal }

const REFUSALS = { stale: 'provider_not_linked', banned: 'user_banned', 'mail-failed': 'email_failed' } as const

const refused = (code: Refusal): Outcome => ({ kind: 'refused', code })

const told = (outcome: SignInOutcome): Outcome => (outcome.kind === 'refused' ? refused(REFUSALS[outcome.reason]) : outcome)

/** A visitor who is back from a provider. */
interface Arrival {
  /** By its configured name. */
  readonly provider: string
  readonly identity: Identity
  readonly cookies: PresentedCookies
  /** Where the visitor goes once they are in, also by the link of a mail. */
  readonly returnTo: string | undefined
}

/**
 * Signs in the owner of an identity, or signs a stranger up. An account is found by the identity alone: that a
 * provider names the address of an account proves nothing to that account, so the two are never merged.
 */
export const enterByIdentity = (context: Context, arrival: Arrival): Promise<Outcome> =>
  signInOrUp(context, arrival).catch(orLimited)

/** A mail that may not leave now is told like any other refusal: to a browser that is on its way back to us. */
const orLimited = (error: unknown): Outcome => {
  if (error instanceof Failure && error.code === 'rate_limit_exceeded') return refused('rate_limit_exceeded')
  throw error
}

async function signInOrUp(context: Context, arrival: Arrival): Promise<Outcome> {
  const { store, config } = context.deps
  const { identity } = arrival
  const known = await identitiesIn(store).find(identity.issuer, identity.subject)
  if (known) return signIn(context, arrival, known.accountId)
  if (!config.registration.allowPublic) return refused('forbidden')
  const email = canonicalEmail(identity.email ?? '')
  if (email === undefined) return refused('provider_error')
  const outcome = await signUp(context, arrival, email)
  // Perhaps the same person has signed up with the same identity in another tab, a moment ago.
  const isNowKnown = outcome ? undefined : await identitiesIn(store).find(identity.issuer, identity.subject)
  return outcome ?? (isNowKnown ? signIn(context, arrival, isNowKnown.accountId) : refused('email_already_exists'))
}

async function signIn(context: Context, { provider, identity, cookies }: Arrival, accountId: string): Promise<Outcome> {
  const { clock } = context.deps
  const outcome = await withLocks(context, async (tx): Promise<SignInOutcome> => {
    const now = clock.now()
    await lockUnproved(tx, accountId)
    const account = await accountsIn(tx).lock(accountId, now)
    const row = identityRow(context.deps, identity, accountId)
    if (!account || !(await identitiesIn(tx).use(row, now))) return { kind: 'refused', reason: 'stale' }
    const isVouchedFor = row.vouchedEmail === account.email
    const proving = { prover: { cookies }, password: 'void' } as const
    const removed = isVouchedFor ? await proveMailbox(tx, account, proving) : undefined
    if (isVouchedFor) await accountsIn(tx).setVerified(accountId, now)
    const { credentialVersion } = (removed && (await accountsIn(tx).find(accountId))) ?? account
    const noted = { success: 'oauth.login', failure: 'oauth.login', metadata: { provider } } as const
    const way = { method: 'provider', provider } as const
    return admit(tx, { accountId, credentialVersion, proof: 'provider', way, noted })
  })
  return told(await sendOwedMail(context, outcome))
}

/** Rolls a transaction back in which everything else had been fine. */
class IdentityTaken extends Error {}

const orTaken = (error: unknown): undefined => {
  if (!(error instanceof IdentityTaken)) throw error
}

/** Account, identity and session come to be together. Undefined when the address or the identity is taken. */
async function signUp(context: Context, { provider, identity, returnTo }: Arrival, email: string): Promise<Outcome | undefined> {
  const { deps } = context
  const { clock } = deps
  const name = displayName(identity.name ?? '') ?? email.slice(0, email.indexOf('@'))
  const admitted = await inTransaction(context, async (tx) => {
    const wanted = { email, name, passwordHash: undefined, mailbox: identity.isEmailVerified ? 'proved' : 'unproved' } as const
    const opened = await openAccount(tx, context, wanted)
    if (!opened) return undefined
    const { id } = opened.account
    const row = { ...identityRow(deps, identity, id), provider, createdAt: clock.now() }
    if (!(await identitiesIn(tx).add(row))) throw new IdentityTaken()
    const subject = { actorId: id, targetUserId: id, metadata: { provider } }
    const linked = await tx.record('oauth.linked', subject)
    const events = [...opened.events, linked]
    const admission = await admitNewcomer(tx, { ...opened, events }, { method: 'provider', provider }, returnTo)
    if (admission.kind === 'session') await tx.record('oauth.login', { ...subject, sessionId: admission.issued.session.id })
    return admission
  }).catch(orTaken)
  if (!admitted) return undefined
  const undo: Undo = (tx) => accountsIn(tx).remove(admitted.account.id)
  return told(await sendOwedMail(context, admitted, undo))
}
