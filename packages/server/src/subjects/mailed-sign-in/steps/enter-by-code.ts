import { type AdmittedSignIn, admit } from '../../../gate/access/admit.ts'
import { lockUnproved } from '../../../gate/access/lock-unproved.ts'
import { proveMailbox } from '../../../gate/access/prove-mailbox.ts'
import { mailboxProofsIn } from '../../../gate/access/tables/mailbox-proofs.ts'
import { openNewcomersAccount } from '../../../gate/accounts/open-account.ts'
import { type Account, accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { codesIn } from '../../../gate/codes/tables/codes.ts'
import type { Context } from '../../../gate/deps.ts'
import type { AllowedNewcomer } from '../../../gate/registration-hook/registration-hook.ts'
import type { Transaction } from '../../../gate/transaction.ts'
import type { PresentedCookies } from '../../../platform/kernel/cookies.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import { type SignInCode, signInCodesIn } from '../tables/sign-in-codes.ts'

type Call = Context & { readonly cookies: PresentedCookies }

const NOTED = { success: 'login.success', failure: 'login.failed', metadata: { method: 'mailbox' } } as const

/** Spends the code inside the transaction of its effect. A refusal rolls everything back, so that the code stays good. */
export async function enterByCode(tx: Transaction<Call>, code: SignInCode, who: Who): Promise<AdmittedSignIn> {
  const found = 'newcomer' in who ? await newAccount(tx, code, who.newcomer) : await ownAccount(tx, code, who)
  const { id, credentialVersion } = found.account
  const outcome = await admit(tx, {
    ...{ accountId: id, credentialVersion, proof: 'mailbox' },
    signIn: { method: 'mailbox' },
    noted: NOTED,
  })
  if (outcome.kind === 'refused') throw new Failure(outcome.reason === 'banned' ? 'user_banned' : 'code_invalid')
  if (found.isClaimed && outcome.kind === 'session') await mailboxProofsIn(tx).setProver(id, outcome.issued.session.id)
  return outcome
}

type Owner = { readonly accountId: string; readonly email: string }
type Who = Owner | { readonly newcomer: AllowedNewcomer }

type Entered = { readonly account: Account; readonly isClaimed: boolean }

async function spend(tx: Transaction, { id }: SignInCode): Promise<void> {
  if (!(await signInCodesIn(tx).take(id, tx.deps.clock.now()))) throw new Failure('code_invalid')
}

/** Of the account that had the address when the code was asked for, and of no other. */
async function ownAccount(tx: Transaction<Call>, code: SignInCode, { accountId: id, email }: Owner): Promise<Entered> {
  const now = tx.deps.clock.now()
  await lockUnproved(tx, id)
  const account = await accountsIn(tx).lock(id, now)
  if (account?.email !== email) throw new Failure('code_invalid')
  if (account.bannedAt !== undefined) throw new Failure('user_banned')
  if (account.credentialVersion !== code.credentialVersion) throw new Failure('code_invalid')
  await spend(tx, code)
  const removed = await proveMailbox(tx, account, { prover: { cookies: tx.cookies }, password: 'void' })
  if (account.verifiedAt === undefined) {
    await accountsIn(tx).setVerified(id, now)
    await codesIn(tx).endAllOf(id, now, 'email-verification')
    await tx.record('email.verified', { actorId: id, targetUserId: id })
  }
  return { account: (await accountsIn(tx).find(id)) ?? account, isClaimed: removed !== undefined }
}

async function newAccount(tx: Transaction<Call>, code: SignInCode, newcomer: AllowedNewcomer): Promise<Entered> {
  await spend(tx, code)
  const opened = await openNewcomersAccount(tx, tx, newcomer, undefined)
  if (!opened) throw new Failure('email_already_exists')
  return { account: opened.account, isClaimed: false }
}
