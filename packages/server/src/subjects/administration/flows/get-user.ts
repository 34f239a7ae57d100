import { Type } from 'typebox'
import { EVERYTHING, namesOf } from '../../../gate/accounts/admin-scopes.ts'
import { accountActivityIn } from '../../../gate/accounts/tables/account-activity.ts'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { endpoint } from '../../../gate/deps.ts'
import { hasEmailFactor } from '../../../gate/factors/gates.ts'
import { offerOf } from '../../../gate/factors/methods.ts'
import { hasPassword } from '../../../gate/passwords/has-passwords.ts'
import { sessionsIn } from '../../../gate/sessions/tables/sessions.ts'
import { countField, flagField, timeField, timeOrNullField } from '../../../gate/views/fields.ts'
import { User, userView } from '../../../gate/views/user-view.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'
import { isId } from '../../../platform/kernel/ids.ts'
import { SCOPES } from '../../../platform/kernel/scopes.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { recoveryCodesIn } from '../../factors/index.ts'
import { Origin, originOf } from '../../import/index.ts'
import { identitiesIn } from '../../providers/index.ts'
import { FactorsOfUser } from '../views/factors-of-user.ts'
import { lastSeenView } from '../views/last-seen-view.ts'

export const getUser = endpoint({
  route: 'GET /admin/users/{id}',
  params: { id: 'The account.' },
  summary: 'One account in detail',
  auth: 'admin',
  scope: 'users:read',
  limit: 'general',
  reply: Type.Object({
    user: User,
    scopes: Type.Optional(
      Type.Union([Type.Literal(EVERYTHING), Type.Array(Type.String({ enum: SCOPES }))], {
        description: 'What an administrator may do: `all`, or some of the scopes; absent for other accounts.',
      }),
    ),
    hasPassword: flagField('Whether it has a password.'),
    bannedAt: Type.Optional(timeField('Since when it is banned; absent where it is not.')),
    banReason: Type.Optional(Type.String({ description: 'Why it is banned, in the words of an administrator.' })),
    activeSessionCount: countField('How many sessions it has that have not ended.'),
    lastSignInAt: timeOrNullField('When its newest session began; null where there was none.'),
    lastActiveAt: timeOrNullField('When one of its sessions was last used, to the minute; null where there was none.'),
    providers: Type.Array(Type.String(), { description: 'Linked sign-in providers.' }),
    origin: Type.Optional(Origin),
    factors: Type.Optional(FactorsOfUser),
  }),
  errors: ['user_not_found'],

  async handle({ params, deps: { store, clock, config }, fail }) {
    const account = await findUser(store, params.id)
    if (!account) throw fail('user_not_found')
    const providers = (await identitiesIn(store).listOf(account.id)).map(({ provider }) => provider)
    const banReason = await accountsIn(store).banReasonOf(account.id)
    const factors = {
      email: hasEmailFactor(account),
      totp: account.totpAt !== undefined,
      passkeys: (await offerOf('passkey')?.enrolledAt(store, account.id))?.length ?? 0,
      passkeyGate: account.passkeyGateAt !== undefined,
      recoveryCodes: (await recoveryCodesIn(store).findSet(account.id))?.remaining ?? 0,
    }
    return {
      user: userView(account),
      ...(account.role === 'admin' && { scopes: namesOf(account.adminScopes) }),
      hasPassword: hasPassword(config, account),
      ...(account.bannedAt !== undefined && { bannedAt: timestamp(account.bannedAt) }),
      ...(banReason !== undefined && { banReason }),
      activeSessionCount: await sessionsIn(store).count(account.id, clock.now()),
      ...lastSeenView((await accountActivityIn(store).lastSeen([account.id])).get(account.id)),
      providers,
      ...(await originOf(store, account.id)),
      ...(Object.values(factors).some(Boolean) && { factors }),
    }
  },
})

/** A path may hold any text: what is not an id names no account. */
export const findUser = async (connection: Connection, id: string) => (isId(id) ? accountsIn(connection).find(id) : undefined)
