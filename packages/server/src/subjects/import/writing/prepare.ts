import { displayName, visibleLine } from '../../../platform/kernel/display-name.ts'
import { canonicalEmail } from '../../../platform/kernel/email-address.ts'
import { isId, newId } from '../../../platform/kernel/ids.ts'
import type { ImportedRecord, Kept } from '../imported-record.ts'
import type { Note } from '../report/counts.ts'
import { isSourceId } from '../source-id.ts'
import { broughtData } from './brought-data.ts'
import { type BroughtFactors, broughtFactors } from './brought-factors.ts'
import { broughtIdentities } from './brought-identities.ts'
import { broughtPassword } from './brought-password.ts'
import { pastOf } from './past.ts'
import type { Candidate, Prepared } from './prepared.ts'
import type { Preparing } from './preparing.ts'

const BAN_REASON_LENGTH = 500
const LONGEST_ID = 255

/** Everything that a record needs but the database's word: so what is slow, and what is sealed, is done before a transaction begins. */
export async function prepareRecord(record: ImportedRecord, line: number, preparing: Preparing): Promise<Candidate> {
  const { deps, options, now } = preparing
  const { sourceId } = record
  const email = canonicalEmail(record.email)
  const told = { line, sourceId: sourceId.slice(0, LONGEST_ID), email: email ?? record.email.slice(0, LONGEST_ID) }
  if (email === undefined) return { ...told, outcome: 'refused', reason: 'invalid_email' }
  // Whom the source itself cannot name could not be found again.
  if (!isSourceId(sourceId)) return { ...told, outcome: 'refused', reason: sourceId === '' ? 'not_a_person' : 'not_json' }
  const password = await broughtPassword(record, preparing)
  if ('reason' in password) return { ...told, outcome: 'refused', reason: password.reason }
  const kept = options.ids === 'keep' && isId(sourceId.toLowerCase()) ? sourceId.toLowerCase() : undefined
  const id = kept ?? newId(now)
  const factors = broughtFactors(record, id, preparing)
  if ('reason' in factors) return { ...told, outcome: 'refused', reason: factors.reason }
  const identities = broughtIdentities(record, id, preparing)
  const data = broughtData(record, deps.config.data.fields)
  const isAdmin = options.admins !== undefined && names(record.attributes[options.admins.field], options.admins.value)
  const notes: readonly (Note | false | undefined)[] = [
    ...password.notes,
    ...factors.notes,
    ...identities.notes,
    ...data.notes,
    options.ids === 'keep' && kept === undefined && 'new_id',
    isAdmin && 'administrator',
    !isAdmin && record.isAdministrator && 'administrator_at_source',
    isBanned(record, now) && record.ban?.until !== undefined && 'ban_without_end',
  ]
  return {
    ...{ line, sourceId, isIdKept: kept !== undefined, identities: identities.rows, data: data.changes },
    ...{ seed: factors.seed, recoveryCodes: factors.recoveryCodes, passkeys: factors.passkeys },
    ...{ memberships: membershipsOf(record, now), origin: originOf(record, now) },
    account: {
      ...accountOf(record, { id, email, isAdmin }, preparing),
      ...gatesOf(factors, record.kept, now),
      ...{ passwordHash: password.text, data: data.stored },
      dataUpdatedAt: pastOf(record.kept?.dataUpdatedAt, now) ?? (data.stored === undefined ? undefined : now),
    },
    notes: [...new Set(notes.filter((note): note is Note => Boolean(note)))],
  }
}

/** Into which organisations it may, is known when they are there. */
const membershipsOf = ({ kept }: ImportedRecord, now: number): Prepared['memberships'] =>
  (kept?.memberships ?? []).map(({ orgId, role, joinedAt }) => ({
    ...{ orgId: orgId.toLowerCase(), role },
    joinedAt: pastOf(joinedAt, now) ?? now,
  }))

const LONGEST_SOURCE = 40

/** Where a service of this kind has it from is where it comes from here as well. */
function originOf({ kept }: ImportedRecord, now: number): Prepared['origin'] {
  if (!kept?.origin) return undefined
  const { source, sourceId, createdAt } = kept.origin
  if (!isSourceId(source) || source.length > LONGEST_SOURCE || !isSourceId(sourceId)) return undefined
  return { source, sourceId, createdAt: pastOf(createdAt, now) ?? now }
}

const isBanned = ({ ban }: ImportedRecord, now: number): boolean =>
  ban !== undefined && !(ban.until !== undefined && ban.until <= now)

/** A list at the source may hold several roles. */
const names = (value: unknown, wanted: string): boolean =>
  [value].flat().some((one) => typeof one !== 'object' && String(one) === wanted)

function accountOf(
  record: ImportedRecord,
  { id, email, isAdmin }: { readonly id: string; readonly email: string; readonly isAdmin: boolean },
  { deps: { templates }, options, now }: Preparing,
) {
  // The source has sent a mail there and got an answer, which is what a mailbox is proved by.
  const isTrusted = record.isVerified && options.verified === 'trust'
  const { ban, createdAt = now, language, kept } = record
  const verifiedAt = isTrusted ? (pastOf(kept?.verifiedAt, now) ?? now) : undefined
  // An administrator's word, which a service of this kind tells apart, proves no mailbox.
  const proved = kept ? pastOf(kept.mailboxProvedAt, now) : verifiedAt
  const mailboxProvedAt = options.verified === 'trust' ? proved : undefined
  return {
    ...{ id, email, role: isAdmin ? ('admin' as const) : ('user' as const) },
    adminScopes: isAdmin ? kept?.adminScopes : undefined,
    name: displayName(record.name ?? '') ?? email.slice(0, email.indexOf('@')),
    ...{ verifiedAt, mailboxProvedAt },
    // It waits for no proof: an account is not removed because of where it came from.
    unprovedSince: undefined,
    bannedAt: isBanned(record, now) ? (pastOf(kept?.bannedAt, now) ?? now) : undefined,
    banReason: isBanned(record, now) ? reasonOf(ban) : undefined,
    language: language !== undefined && templates.languages.includes(language) ? language : undefined,
    createdAt: createdAt >= 0 && createdAt <= now ? createdAt : now,
    updatedAt: pastOf(kept?.updatedAt, now) ?? now,
    hasSignedIn: kept?.hasSignedIn ?? false,
    lastSeenAt: pastOf(kept?.lastSeenAt, now),
    ...{ lastSignInAt: pastOf(kept?.lastSignInAt, now) ?? 0, lastActiveAt: pastOf(kept?.lastActiveAt, now) ?? 0 },
  }
}

function reasonOf(ban: ImportedRecord['ban']): string | undefined {
  const until = ban?.until === undefined ? '' : `(until ${new Date(ban.until).toISOString()})`
  return visibleLine(`${ban?.reason ?? ''} ${until}`, BAN_REASON_LENGTH)
}

function gatesOf(factors: BroughtFactors, kept: Kept | undefined, now: number): GateColumns {
  const { seed, hasPasskeyGate, hasMailedFactor, userHandle } = factors
  const gates = {
    totpAt: seed && (pastOf(kept?.totpAt, now) ?? now),
    passkeyGateAt: hasPasskeyGate ? (pastOf(kept?.passkeyGateAt, now) ?? now) : undefined,
    emailFactorAt: hasMailedFactor ? (pastOf(kept?.emailFactorAt, now) ?? now) : undefined,
  }
  const since = Object.values(gates).find((at) => at !== undefined)
  return {
    ...gates,
    twoFactorEnabledAt: since === undefined ? undefined : (pastOf(kept?.twoFactorEnabledAt, now) ?? since),
    userHandle: userHandle ?? kept?.userHandle,
  }
}

type GateColumns = Pick<Prepared['account'], 'totpAt' | 'passkeyGateAt' | 'emailFactorAt' | 'twoFactorEnabledAt' | 'userHandle'>
