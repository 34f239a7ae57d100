import { newId } from '../../platform/kernel/ids.ts'
import type { Connection } from '../../platform/store/table.ts'
import { type Recorder, record } from '../audit/audit.ts'
import type { EventType } from '../audit/events.ts'
import { type Changes, mergedData } from '../data/changes.ts'
import { accountDataIn } from '../data/tables/account-data.ts'
import type { Deps } from '../deps.ts'
import type { AllowedNewcomer } from '../registration-hook/registration-hook.ts'
import type { AdminScopes } from './admin-scopes.ts'
import type { Role } from './roles.ts'
import { type Account, accountsIn } from './tables/accounts.ts'

interface AccountInput {
  readonly email: string
  readonly name: string
  readonly passwordHash: string | undefined
  readonly role?: Role
  readonly adminScopes?: AdminScopes
  /** An invite proves the mailbox, and so does a provider that has verified it; an administrator only vouches for it. */
  readonly mailbox: 'proved' | 'vouched-for' | 'unproved'
  readonly data?: Changes | undefined
}

interface AuditInput {
  readonly type: EventType
  readonly actor: 'newcomer' | 'operator' | { readonly id: string }
  readonly metadata?: Readonly<Record<string, string>>
}

type Opening = Recorder & { readonly deps: Pick<Deps, 'config'> }

/** `events` are the ids of the events that are taken back where the account is. */
export type OpenedAccount = { readonly account: Account; readonly events: readonly string[] }

export const SIGNED_UP = { type: 'user.registered', actor: 'newcomer' } as const

/** By whatever door people make themselves an account. Undefined when the address is taken. */
export const openNewcomersAccount = (
  tx: Connection,
  context: Opening,
  { email, name, mailbox, data }: AllowedNewcomer,
  passwordHash: string | undefined,
): Promise<OpenedAccount | undefined> => openAccount(tx, context, { email, name, mailbox, data, passwordHash }, SIGNED_UP)

/** By others than its owner, unless the one above does. Undefined when the address is taken. */
export async function openAccount(
  tx: Connection,
  context: Opening,
  { role = 'user', adminScopes, mailbox, data: values, ...input }: AccountInput,
  { type, actor, metadata = {} }: AuditInput,
): Promise<OpenedAccount | undefined> {
  const { config, clock } = context.deps
  const now = clock.now()
  const account = await accountsIn(tx).add({
    ...input,
    id: newId(now),
    role,
    adminScopes,
    verifiedAt: mailbox === 'unproved' ? undefined : now,
    mailboxProvedAt: mailbox === 'proved' ? now : undefined,
    // An operator who makes an account without a proof has a reason to.
    unprovedSince: mailbox === 'unproved' && actor === 'newcomer' ? now : undefined,
    twoFactorEnabledAt: config.twoFactor.defaultEnabled ? now : undefined,
    // An administrator does not know which language the owner reads.
    language: actor === 'newcomer' ? context.client.language : undefined,
    data: values && mergedData(config.data.fields, undefined, values).data,
    createdAt: now,
  })
  if (!account) return undefined
  if (values)
    await accountDataIn(tx).add(
      account.id,
      [...values].map(([{ name }, value]) => [name, value] as const),
    )
  const actorId = actor === 'operator' ? undefined : actor === 'newcomer' ? account.id : actor.id
  return { account, events: [await record(tx, context, type, { actorId, targetUserId: account.id, metadata })] }
}
