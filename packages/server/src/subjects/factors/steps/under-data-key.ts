import type { UnderDataKey } from '../../../gate/data-key/under-data-key.ts'
import { lostAppsIn } from '../../../gate/factors/tables/lost-apps.ts'
import { inPieces } from '../../../platform/store/table.ts'
import { pendingTotpSeedsIn } from '../tables/pending-totp-seeds.ts'
import { recoveryCodesIn } from '../tables/recovery-codes.ts'
import { totpSeedsIn } from '../tables/totp-seeds.ts'

/** The app goes and the demand for it stays, so that no account opens with less than two proofs. */
export const factorsUnderDataKey: UnderDataKey = {
  async losses(tables) {
    const owners = await totpSeedsIn(tables).owners()
    const administrators = owners.filter(({ role }) => role === 'admin')
    const withoutPassword = owners.filter(({ passwordHash }) => passwordHash === undefined)
    const recovering = await recoveryCodesIn(tables).owners()
    return [
      {
        ...{ part: 'authenticatorApps', count: owners.length, names: owners.map(({ email }) => email) },
        says: 'authenticator apps: their owners sign in with a passkey, or with the password they have now and a mailed code, and add the app again',
      },
      {
        ...{ part: 'administrators', count: administrators.length, names: administrators.map(({ email }) => email) },
        says: 'of them are administrators: no mailed code opens the console for one, `latchkey users reset-factors` does',
      },
      {
        ...{ part: 'withoutPassword', count: withoutPassword.length, names: withoutPassword.map(({ email }) => email) },
        says: 'of them have no password: without a passkey they need `latchkey users reset-factors`, because the mailbox alone opens nothing',
      },
      {
        ...{ part: 'recoveryCodes', count: recovering.length, names: recovering },
        says: 'lists of recovery codes: their owners make new ones',
      },
    ]
  },

  async renew(tx, _key, now) {
    for (const piece of inPieces(await totpSeedsIn(tx).owners()))
      await lostAppsIn(tx).lose(
        piece.map(({ id }) => id),
        now,
      )
    await totpSeedsIn(tx).removeAll()
    await recoveryCodesIn(tx).removeAll()
    await pendingTotpSeedsIn(tx).removeAll()
    return []
  },
}
