import { newId } from '../../platform/kernel/ids.ts'
import type { Connection } from '../../platform/store/table.ts'
import { type Recorder, record } from '../audit/audit.ts'
import type { EventType } from '../audit/events.ts'
import { type Changes, mergedData } from '../data/changes.ts'
import { accountDataIn } from '../data/tables/account-data.ts'
import type { Deps } from '../deps.ts'
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
  /** What was asked for beside it. */
  readonly data?: Changes | undefined
}

interface AuditInput {
  readonly type: EventType
  readonly actor: 'newcomer' | 'operator' | { readonly id: string }
  readonly metadata?: Readonly<Record<string, string>>
}

/** `events` are the ids of the events that are taken back where the account is. */
export type OpenedAccount = { readonly account: Account; readonly events: readonly string[] }

const SIGNED_UP: AuditInput = { type: 'user.registered', actor: 'newcomer' }

/** Undefined when the address is taken. */
export async function openAccount(
  tx: Connection,
  context: Recorder & { readonly deps: Pick<Deps, 'config'> },
  { role = 'user', adminScopes, mailbox, data: values, ...input }: AccountInput,
  { type, actor, metadata = {} } = SIGNED_UP,
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
