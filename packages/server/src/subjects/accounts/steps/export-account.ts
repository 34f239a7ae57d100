import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Static } from 'typebox'
import type { Account } from '../../../gate/accounts/tables/accounts.ts'
import { activityIn } from '../../../gate/audit/tables/activity.ts'
import { storedValues } from '../../../gate/data/visible-values.ts'
import type { Caller, Deps } from '../../../gate/deps.ts'
import { owesSecondFactor } from '../../../gate/factors/gates.ts'
import { HOOKS } from '../../../gate/hooks.ts'
import { AT_ONCE, type CappedList, MOST, pages } from '../../../gate/lists/all-pages.ts'
import { hasPassword } from '../../../gate/passwords/has-passwords.ts'
import { devicesIn } from '../../../gate/sessions/tables/devices.ts'
import { type ListedSession, sessionsIn } from '../../../gate/sessions/tables/sessions.ts'
import { activityView } from '../../../gate/views/activity-view.ts'
import { timeOrNull } from '../../../gate/views/fields.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'
import { readDevice } from '../../../platform/kernel/device.ts'
import type { Position } from '../../../platform/store/list-page.ts'
import type { AccountExport } from './account-export.ts'

type Export = Static<typeof AccountExport>

/** Every field is named here, so that a column that is added to a table later is not exported by accident. */
export async function exportOf(deps: Deps, { account, session }: Caller): Promise<Export> {
  const now = deps.clock.now()
  const events = await eventsOf(deps, account.id, session.id)
  const others = await Promise.all(HOOKS.flatMap((hooks) => hooks.exported?.(deps, account) ?? []))
  const sessions = await pages((limit, offset) => sessionsIn(deps.store).list(account.id, now, limit, offset))
  return {
    format: 'latchkey.account.v1',
    exportedAt: timestamp(now),
    account: accountPart(deps, account),
    data: storedValues(
      deps.config.data.fields.filter(({ exported }) => exported),
      account.data,
    ),
    sessions: sessions.rows.map(sessionPart),
    devices: await devicesOf(deps, account, now),
    providers: [],
    passkeys: [],
    factors: { totp: null, recovery: null, email: null, passkey: null },
    origin: null,
    organisations: [],
    applications: [],
    events: [...events.rows],
    truncated: [events, sessions, ...others].some(({ isCut }) => isCut),
    ...Object.assign({}, ...others.map(({ part }) => part)),
  }
}

const accountPart = ({ config }: Deps, account: Account): Export['account'] => ({
  id: account.id,
  email: account.email,
  name: account.name,
  role: account.role,
  emailVerified: account.verifiedAt !== undefined,
  emailVerifiedAt: timeOrNull(account.verifiedAt),
  hasPassword: hasPassword(config, account),
  twoFactorEnabled: owesSecondFactor(account),
  twoFactorEnabledAt: timeOrNull(account.twoFactorEnabledAt),
  language: account.language ?? null,
  createdAt: timestamp(account.createdAt),
  updatedAt: timestamp(account.updatedAt),
})

const sessionPart = (session: ListedSession): Export['sessions'][number] => ({
  id: session.id,
  name: session.name ?? null,
  method: session.method ?? null,
  ipAddress: session.ipAddress,
  userAgent: session.userAgent,
  secondFactorAt: timeOrNull(session.secondFactorAt),
  createdAt: timestamp(session.createdAt),
  lastActiveAt: timestamp(session.lastActiveAt),
  expiresAt: timestamp(session.refreshExpiresAt),
})

async function devicesOf({ store }: Deps, account: Account, now: number): Promise<Export['devices']> {
  const devices = await devicesIn(store).listOf(account.id)
  return devices.map(({ id, userAgent, createdAt, lastSeenAt, trustedUntil = 0, trustedVersion }) => {
    const { browser = null, system = null } = readDevice(userAgent)
    const isTrusted = trustedUntil > now && trustedVersion === account.credentialVersion
    const seen = { firstSeenAt: timestamp(createdAt), lastSeenAt: timestamp(lastSeenAt) }
    return { id, browser, system, userAgent, ...seen, trustedUntil: isTrusted ? timestamp(trustedUntil) : null }
  })
}

/** Pages by position and not by offset: an event that is added meanwhile shifts no page. */
async function eventsOf({ store }: Deps, accountId: string, sessionId: string): Promise<CappedList<Export['events'][number]>> {
  const events: Export['events'] = []
  let at: Position | undefined
  do {
    const limit = Math.min(AT_ONCE, MOST - events.length)
    const page = await activityIn(store).list({ accountId }, { limit, offset: 0, at })
    events.push(...page.events.map((event) => activityView(event, sessionId)))
    at = page.next
    await nextTurn()
  } while (at && events.length < MOST)
  return { rows: events, isCut: at !== undefined }
}
