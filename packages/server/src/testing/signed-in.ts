import { admit } from '../gate/access/admit.ts'
import { openAccount, SIGNED_UP } from '../gate/accounts/open-account.ts'
import { type Account, accountsIn } from '../gate/accounts/tables/accounts.ts'
import { changeData } from '../gate/data/change-data.ts'
import { readChanges } from '../gate/data/changes.ts'
import type { Context, Deps } from '../gate/deps.ts'
import { owesAdminFactor, owesSecondFactor } from '../gate/factors/gates.ts'
import type { SecondFactor } from '../gate/factors/second-factors.ts'
import { inTransaction, type Transaction } from '../gate/transaction.ts'
import { userView } from '../gate/views/user-view.ts'
import type { Client } from '../platform/kernel/endpoint.ts'
import { BY_OPERATOR, changeRole } from '../subjects/administration/steps/change-role.ts'
import { enrolFactors } from './test-factors.ts'
import type { ReadOptions } from './test-options.ts'
import { enterTestOrg } from './test-org.ts'

/** Of all accounts that are made here, for a form that asks for one. */
const PASSWORD = 'a password for tests 1'

const BROWSER: Client = {
  ...{ ip: '127.0.0.1', userAgent: 'Latchkey for tests', requestId: 'testing' },
  ...{ device: undefined, language: undefined },
}

/**
 * Accounts are written as their flows would leave them; the session is issued by the one gate, which is told that whatever it asks for has
 * been shown.
 */
export async function signIn(deps: Deps, options: ReadOptions) {
  const call: Context = { deps, client: BROWSER }
  // As a backend may write: a test gives what its app would read.
  const data = readChanges(deps.config.data.fields, options.data ?? {}, 'operator')
  // Slow, or with a statement of its own, so before the transaction.
  const dataKey = await deps.dataKeys.get()
  const passwordHash = deps.config.registration.enableEmailPassword ? await deps.passwords.hash(PASSWORD, BROWSER) : undefined
  return inTransaction(call, async (tx) => {
    const entering = await accountFor(tx, options, passwordHash)
    const { id } = entering
    await changeData(tx, entering, data, { actorId: undefined })
    const enrolled = await enrolFactors(tx, await present(tx, id), options.factors, dataKey)
    const org = options.org && (await enterTestOrg(tx, await present(tx, id), options.org))
    const session = await issue(tx, await present(tx, id))
    await org?.activate(session.session.id)
    const account = await present(tx, id)
    const password = account.passwordHash !== undefined && account.passwordHash === passwordHash ? PASSWORD : undefined
    return { ...enrolled, user: userView(account), cookies: session.cookies, password, org: org?.view }
  })
}

async function accountFor(tx: Transaction, { email, role }: ReadOptions, passwordHash: string | undefined): Promise<Account> {
  const found = await accountsIn(tx).findByEmail(email)
  if (!found) {
    const [name = ''] = email.split('@')
    const opened = await openAccount(tx, tx, { email, name, passwordHash, role: role ?? 'user', mailbox: 'proved' }, SIGNED_UP)
    if (!opened) throw new Error(`${email} is kept for another account.`)
    return opened.account
  }
  if (role !== undefined && (await changeRole(tx, found, role, BY_OPERATOR)) === 'last_admin')
    throw new Error(`${email} is the only administrator, and stays one.`)
  return found
}

async function present(tx: Transaction, id: string): Promise<Account> {
  const account = await accountsIn(tx).find(id)
  if (!account) throw new Error('an account was written and is not there')
  return account
}

async function issue(tx: Transaction, account: Account) {
  const second = owedBy(tx.deps, account)
  const { id: accountId, credentialVersion, passwordHash } = account
  const outcome = await admit(tx, {
    ...{ accountId, credentialVersion, signIn: { method: passwordHash === undefined ? 'mailbox' : 'password' } },
    ...(second ? { proof: 'second-factor', ...second } : { proof: 'password' }),
    noted: { success: 'login.success', failure: 'login.failed' },
  })
  if (outcome.kind === 'session') return outcome.issued
  throw new Error(`${account.email} cannot sign in: ${outcome.kind === 'refused' ? outcome.reason : `owes ${outcome.kind}`}.`)
}

/** The strongest factor that the account has, or a mailed code where the settings or its role want a second one. */
function owedBy(
  deps: Deps,
  account: Account,
): { readonly second: SecondFactor; readonly enrolledAt: number | undefined } | undefined {
  const { passkeyGateAt, totpAt } = account
  if (passkeyGateAt !== undefined) return { second: 'passkey', enrolledAt: passkeyGateAt }
  if (totpAt !== undefined) return { second: 'totp', enrolledAt: totpAt }
  const isOwed =
    owesSecondFactor(account) ||
    deps.config.twoFactor.requireEmail2fa ||
    owesAdminFactor(deps, account, { secondFactorAt: undefined })
  return isOwed ? { second: 'email', enrolledAt: undefined } : undefined
}
