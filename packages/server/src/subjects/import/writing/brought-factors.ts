import { type BroughtPasskey, offeredPasskeys } from '../../../gate/factors/methods.ts'
import { sealSeed } from '../../../platform/kernel/data-key.ts'
import { visibleLine } from '../../../platform/kernel/display-name.ts'
import { isId, newId } from '../../../platform/kernel/ids.ts'
import { type RecoveryCode, type TotpSeed, totpParameters } from '../../factors/index.ts'
import type { ImportedRecord, Reason } from '../imported-record.ts'
import type { Note } from '../report/counts.ts'
import { broughtRecoveryCodes, countOfCodes } from './brought-recovery-codes.ts'
import { pastOf } from './past.ts'
import type { Preparing } from './preparing.ts'

export interface BroughtFactors {
  readonly seed: TotpSeed | undefined
  readonly recoveryCodes: readonly RecoveryCode[]
  readonly passkeys: readonly BroughtPasskey[]
  readonly userHandle: string | undefined
  readonly hasPasskeyGate: boolean
  readonly hasMailedFactor: boolean
  readonly notes: readonly Note[]
}

const PASSKEY_NAME_LENGTH = 60
const SEED_BYTES = { least: 10, most: 128 }

/** What asked for more than a password at the source asks for more here: by itself, or else by a mailed code. */
export function broughtFactors(
  record: ImportedRecord,
  accountId: string,
  preparing: Preparing,
): BroughtFactors | { readonly reason: Reason } {
  const { deps, options } = preparing
  const isDropped = options['second-factor'] === 'drop'
  const passkeys = broughtPasskeys(record, accountId, preparing)
  const seed = isDropped ? undefined : broughtSeed(record, accountId, preparing)
  const hasPasskeyGate = !isDropped && record.hasPasskeyFactor && passkeys.length > 0
  const isLost =
    record.hasUnsupportedFactor || (record.totp !== undefined && !seed) || (record.hasPasskeyFactor && !hasPasskeyGate)
  if (isLost && options['second-factor'] === 'refuse') return { reason: 'unsupported_second_factor' }
  const isReplaced = isLost && !isDropped && !seed && !hasPasskeyGate
  const isMailed = !isDropped && record.hasMailedFactor
  const hasMailedFactor = isMailed || isReplaced || (!record.kept && deps.config.twoFactor.defaultEnabled)
  const isGated = hasMailedFactor || seed !== undefined || hasPasskeyGate
  const codes = isGated ? broughtRecoveryCodes(record, accountId, preparing) : []
  const notes: readonly (Note | false)[] = [
    isLost && 'unsupported_second_factor',
    isReplaced && 'mailed_factor',
    record.passkeys.length > passkeys.length && 'passkeys_left',
    countOfCodes(record) > codes.length && 'recovery_codes_left',
  ]
  return {
    ...{ seed, hasPasskeyGate, hasMailedFactor },
    recoveryCodes: codes,
    passkeys: passkeys.map(({ handle: _, ...passkey }) => passkey),
    userHandle: passkeys[0]?.handle,
    notes: notes.filter((note) => note !== false),
  }
}

function broughtSeed({ totp }: ImportedRecord, accountId: string, { dataKey, now }: Preparing): TotpSeed | undefined {
  const parameters = totp && totpParameters(totp)
  if (!parameters || totp.secret.length < SEED_BYTES.least || totp.secret.length > SEED_BYTES.most) return undefined
  const sealed = sealSeed(dataKey, accountId, totp.secret)
  const lastStep = Math.min(totp.lastStep || 0, Math.ceil(now / 1000 / parameters.period))
  const times = { createdAt: pastOf(totp.createdAt, now) ?? now, lastUsedAt: pastOf(totp.lastUsedAt, now) }
  return { accountId, sealed, lastStep, ...times, ...parameters }
}

/** Browsers keep to the domain. Of one account all have to know it by the same handle. */
function broughtPasskeys({ passkeys }: ImportedRecord, accountId: string, { deps: { config }, options, now }: Preparing) {
  const ours = offeredPasskeys()?.rpId(config)
  const handle = passkeys.find(({ rpId, userHandle }) => rpId === ours && userHandle)?.userHandle
  if (ours === undefined || !handle || handle.length > 64) return []
  return passkeys
    .filter(({ rpId, userHandle, publicKey }) => rpId === ours && userHandle?.equals(handle) && publicKey.length > 0)
    .slice(0, config.passkeys.max)
    .map((one) => ({
      id: options.ids === 'keep' && one.id !== undefined && isId(one.id) ? one.id : newId(now),
      ...{ accountId, rpId: ours, createdAt: pastOf(one.createdAt, now) ?? now, lastUsedAt: pastOf(one.lastUsedAt, now) },
      ...{ credentialId: one.credentialId.toString('base64url'), publicKey: one.publicKey.toString('base64url') },
      ...{ counter: one.counter, transports: one.transports, isBackupEligible: one.isBackupEligible, isBackedUp: one.isBackedUp },
      name: visibleLine(one.name ?? '', PASSKEY_NAME_LENGTH) ?? 'Passkey',
      aaguid: one.aaguid,
      handle: handle.toString('base64url'),
    }))
}
