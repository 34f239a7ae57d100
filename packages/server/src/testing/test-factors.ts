import { type Account, accountsIn } from '../gate/accounts/tables/accounts.ts'
import { gatesOf } from '../gate/factors/gates.ts'
import type { Transaction } from '../gate/transaction.ts'
import { type DataKey, openSeed, sealSeed } from '../platform/kernel/data-key.ts'
import { base32 } from '../subjects/factors/base32.ts'
import { newRecoveryCodes } from '../subjects/factors/steps/recovery-factor.ts'
import { totpSeedsIn } from '../subjects/factors/tables/totp-seeds.ts'
import { codeAt, newSeed, OUR_PARAMETERS } from '../subjects/factors/totp.ts'
import type { TestFactor } from './test-options.ts'
import { addTestPasskey } from './test-passkey.ts'

/** What the owner of an account has in hand: an authenticator app, codes on paper, and a passkey. */
export async function enrolFactors(tx: Transaction, account: Account, factors: readonly TestFactor[] = [], key: DataKey) {
  const wants = (factor: TestFactor): boolean => factors.includes(factor)
  const now = tx.deps.clock.now()
  const before = gatesOf(account)
  const hadCodes = before.totpAt !== undefined || before.passkeyGateAt !== undefined
  if (wants('totp') && before.totpAt === undefined) await addApp(tx, account, key)
  const passkey = wants('passkey') ? await addTestPasskey(tx, account) : undefined
  const since = (factor: TestFactor, at: number | undefined): number | undefined => at ?? (wants(factor) ? now : undefined)
  const gates = {
    emailFactorAt: since('email', before.emailFactorAt),
    totpAt: since('totp', before.totpAt),
    passkeyGateAt: since('passkey', before.passkeyGateAt),
  }
  if (factors.length > 0) await accountsIn(tx).setGates(account.id, gates, now)
  const isStrong = gates.totpAt !== undefined || gates.passkeyGateAt !== undefined
  const recoveryCodes = isStrong && !hadCodes ? await newRecoveryCodes(tx, key, account) : undefined
  return { totp: await readApp(tx, account, key), recoveryCodes, passkey }
}

async function addApp(tx: Transaction, { id }: Account, key: DataKey): Promise<void> {
  if (!tx.deps.config.twoFactor.totp) throw new Error('Authenticator apps are switched off: twoFactor.totp is false.')
  const sealed = sealSeed(key, id, newSeed())
  await totpSeedsIn(tx).put({ accountId: id, sealed, lastStep: 0, createdAt: tx.deps.clock.now(), ...OUR_PARAMETERS })
}

/** Also the app of an earlier call: what a test signs in again still has it. */
async function readApp(tx: Transaction, { id }: Account, key: DataKey) {
  const kept = await totpSeedsIn(tx).find(id)
  if (!kept) return undefined
  const seed = openSeed(key, id, kept.sealed)
  const { clock } = tx.deps
  return { secret: base32(seed), code: (): string => codeAt(seed, clock.now()) }
}
