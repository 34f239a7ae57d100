import { type AdmittedSignIn, admit, type SignInOutcome } from '../../../gate/access/admit.ts'
import { lockUnproved } from '../../../gate/access/lock-unproved.ts'
import { admitNewcomer, sendOwedMail } from '../../../gate/access/owed-mail.ts'
import { proveMailbox } from '../../../gate/access/prove-mailbox.ts'
import { openNewcomersAccount } from '../../../gate/accounts/open-account.ts'
import { isDoorOpen, signUpRefusal } from '../../../gate/accounts/sign-up-rules.ts'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import type { Changes } from '../../../gate/data/changes.ts'
import type { Context, Deps } from '../../../gate/deps.ts'
import { withLocks } from '../../../gate/hooks.ts'
import { type AllowedNewcomer, REGISTRATION_REFUSALS } from '../../../gate/registration-hook/registration-hook.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import type { PresentedCookies } from '../../../platform/kernel/cookies.ts'
import { displayName } from '../../../platform/kernel/display-name.ts'
import { canonicalEmail } from '../../../platform/kernel/email-address.ts'
import { type ErrorCode, Failure } from '../../../platform/kernel/errors.ts'
import type { Connection } from '../../../platform/store/table.ts'
import type { Identity } from '../provider.ts'
import { identitiesIn } from '../tables/identities.ts'
import { identityRow } from './identity-row.ts'

type Entry = AdmittedSignIn | { readonly kind: 'refused'; readonly code: ErrorCode }

/** `asked`: there is no account yet, and the newcomer has to say more before there is one. */
type Outcome = Entry | { readonly kind: 'asked' }

const REFUSALS = { stale: 'provider_not_linked', banned: 'user_banned', 'mail-failed': 'email_failed' } as const

const refused = (code: ErrorCode): Entry => ({ kind: 'refused', code })

const outcomeOf = (outcome: SignInOutcome): Entry => (outcome.kind === 'refused' ? refused(REFUSALS[outcome.reason]) : outcome)

interface Arrival {
  readonly provider: string
  readonly identity: Identity
  readonly cookies: PresentedCookies
  readonly returnTo: string | undefined
  /** Absent where the newcomer was not asked yet. */
  readonly data?: Changes | undefined
  /** Spends what lets a newcomer in once, in the transaction of its effect: a refusal leaves it good. */
  readonly spend?: (tx: Connection) => Promise<void>
}

const ON_THE_WAY: ReadonlySet<ErrorCode> = new Set(['rate_limit_exceeded', ...REGISTRATION_REFUSALS])

/** A browser on its way back from a provider is redirected with these refusals like with any other. */
export const refusedOnTheWay = (error: unknown): Entry => {
  if (error instanceof Failure && ON_THE_WAY.has(error.code)) return refused(error.code)
  throw error
}

/** An account is found by the identity alone: that a provider names the address of an account proves nothing to that account. */
export async function enterByIdentity(context: Context, arrival: Arrival): Promise<Outcome> {
  const { deps } = context
  const { store } = deps
  const { identity } = arrival
  const known = await identitiesIn(store).find(identity.issuer, identity.subject)
  if (known) return signIn(context, arrival, known.accountId)
  if (!isDoorOpen(deps, 'provider')) return refused('forbidden')
  const email = canonicalEmail(identity.email ?? '')
  if (email === undefined) return refused('provider_error')
  const refusal = await signUpRefusal(deps, 'provider', email)
  if (refusal) return refused(refusal.code)
  if (arrival.data === undefined && asksForMore(deps)) {
    // An address that is taken is refused below, before any question.
    const isTaken = await accountsIn(store).findByEmail(email)
    if (!isTaken) return { kind: 'asked' }
  }
  const outcome = await signUp(context, arrival, await allowedNewcomer(deps, arrival, email))
  if (outcome) return outcome
  // Perhaps the same person has signed up with the same identity in another tab, a moment ago.
  const added = await identitiesIn(store).find(identity.issuer, identity.subject)
  return added ? signIn(context, arrival, added.accountId) : refused('email_already_exists')
}

/** What is optional stops no newcomer on the way back from a provider. */
const asksForMore = ({ config }: Deps): boolean => config.data.fields.some(({ atSignUp }) => atSignUp === 'required')

async function signIn(context: Context, { provider, identity, cookies, spend }: Arrival, accountId: string): Promise<Entry> {
  const outcome = await withLocks(context, async (tx): Promise<SignInOutcome> => {
    await spend?.(tx)
    const now = tx.deps.clock.now()
    await lockUnproved(tx, accountId)
    const account = await accountsIn(tx).lock(accountId, now)
    const row = identityRow(tx.deps, identity, accountId)
    if (!account || !(await identitiesIn(tx).use(row, now))) return { kind: 'refused', reason: 'stale' }
    const isVouchedFor = row.vouchedEmail === account.email
    const removed = isVouchedFor && (await proveMailbox(tx, account, { prover: { cookies }, password: 'void' }))
    if (isVouchedFor) await accountsIn(tx).setVerified(accountId, now)
    const { credentialVersion } = (removed && (await accountsIn(tx).find(accountId))) || account
    const noted = { success: 'oauth.login', failure: 'oauth.login', metadata: { provider } } as const
    return admit(tx, { accountId, credentialVersion, proof: 'provider', signIn: { method: 'provider', provider }, noted })
  })
  return outcomeOf(await sendOwedMail(context, outcome))
}

/** Thrown to roll the transaction back. */
class IdentityTaken extends Error {}

/** Asked before the address is looked up, or found to be taken. */
function allowedNewcomer(deps: Deps, { provider, identity, data }: Arrival, email: string): Promise<AllowedNewcomer> {
  const name = displayName(identity.name ?? '') ?? email.slice(0, email.indexOf('@'))
  const mailbox = identity.isEmailVerified ? 'proved' : 'unproved'
  return deps.registrationHook.ask({ email, name, mailbox, signIn: { method: 'provider', provider }, data })
}

/** Account, identity and session are written in one transaction. Undefined when the address or the identity is taken. */
async function signUp(
  context: Context,
  { provider, identity, returnTo, spend }: Arrival,
  allowed: AllowedNewcomer,
): Promise<Entry | undefined> {
  const admitted = await inTransaction(context, async (tx) => {
    await spend?.(tx)
    const opened = await openNewcomersAccount(tx, context, allowed, undefined)
    if (!opened) return undefined
    const { id } = opened.account
    const row = { ...identityRow(tx.deps, identity, id), provider, createdAt: tx.deps.clock.now() }
    if (!(await identitiesIn(tx).add(row))) throw new IdentityTaken()
    const subject = { actorId: id, targetUserId: id, metadata: { provider } }
    const events = [...opened.events, await tx.record('oauth.linked', subject)]
    const admission = await admitNewcomer(tx, { ...opened, events }, allowed.signIn, returnTo)
    if (admission.kind === 'session') await tx.record('oauth.login', { ...subject, sessionId: admission.issued.session.id })
    return admission
  }).catch((error: unknown) => {
    if (!(error instanceof IdentityTaken)) throw error
  })
  if (!admitted) return undefined
  return outcomeOf(await sendOwedMail(context, admitted, (tx) => accountsIn(tx).remove(admitted.account.id)))
}
