import { outboxIn } from '../../platform/mail/tables/outbox.ts'
import { headIn } from '../audit/log/head.ts'
import { logKeyFrom } from '../audit/log/log-key.ts'
import { sealAnew } from '../audit/log/seal-anew.ts'
import { hashKeysIn } from '../passwords/tables/hash-keys.ts'
import { keyedPasswordsIn } from '../passwords/tables/keyed-passwords.ts'
import type { Loss, UnderDataKey } from './under-data-key.ts'

/** Keys of imported hashes, the key of the audit log, and mails that wait. */
export const gateUnderDataKey: UnderDataKey = {
  async losses(tables) {
    const imported = await keyedPasswordsIn(tables).addresses()
    const size = (await headIn(tables).find())?.size ?? 0
    const { waiting } = await outboxIn(tables).backlog()
    const losses: readonly Loss[] = [
      {
        ...{ part: 'importedPasswords', count: imported.length, names: imported },
        says: 'imported passwords that need a key of the system before: their owners get in by "Forgot password?"',
      },
      {
        ...{ part: 'sealedEvents', count: size, names: [] },
        says: 'events of the audit log are sealed under the lost key: they stay, are taken as they are, and another key seals from now on',
      },
      {
        ...{ part: 'waitingMails', count: waiting, names: [] },
        says: 'mails wait to be sent, and are given up by the next start',
      },
    ]
    return losses
  },

  async renew(tx, key, now) {
    await keyedPasswordsIn(tx).voidAll(now)
    await hashKeysIn(tx).removeAll()
    await sealAnew(tx, logKeyFrom(key))
    return []
  },
}
