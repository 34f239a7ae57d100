import type { Logger } from 'pino'
import { openAccount } from '../../../gate/accounts/open-account.ts'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { adminsIn } from '../../../gate/accounts/tables/admins.ts'
import { openStore } from '../../../gate/assembly/open-store.ts'
import { createPasswords, type PasswordHasher } from '../../../gate/passwords/passwords.ts'
import type { Config } from '../../../platform/config/schema.ts'
import type { Clock } from '../../../platform/kernel/clock.ts'
import type { Client } from '../../../platform/kernel/endpoint.ts'
import type { Engine } from '../../../platform/store/engine.ts'
import { passwordRefusal } from './password-refusal.ts'

/** The rules for new passwords refuse the one of the settings. */
export class FirstAdminRefused extends Error {}

/** Stands in the audit log where a person's browser would. */
const startClient: Client = { ip: '', userAgent: 'latchkey start', requestId: '', device: undefined, language: undefined }

const NAME = 'Administrator'

interface Parts {
  readonly clock: Clock
  readonly hasher: PasswordHasher
  readonly log: Logger
}

/**
 * For a service that starts without a terminal. An account that is there stays as it is, because a stranger may have signed up under the
 * address before.
 */
export async function makeFirstAdmin(config: Config, engine: Engine, { clock, hasher, log }: Parts): Promise<void> {
  const { email, password } = config.firstAdmin
  if (email === undefined || password === undefined) return
  const store = openStore(engine)
  if ((await adminsIn(store).list(1)).length > 0) return
  if (await accountsIn(store).findByEmail(email)) return warnOfTaken(log)
  const refusal = await passwordRefusal(config, password.reveal(), { email, name: NAME })
  if (refusal !== undefined) throw new FirstAdminRefused(`ADMIN_PASSWORD: ${refusal}`)
  const passwordHash = await createPasswords(config, hasher).hash(password.reveal(), startClient)

  const made = await openStore(engine).transaction(async (tx) => {
    await adminsIn(tx).lock()
    // Another process may have made one since.
    if ((await adminsIn(tx).list(1)).length > 0) return 'not needed'
    const input = { email, name: NAME, role: 'admin', passwordHash, mailbox: 'vouched-for' } as const
    const event = { type: 'user.registered', actor: 'operator', metadata: { role: 'admin' } } as const
    return openAccount(tx, { deps: { config, clock }, client: startClient }, input, event)
  })
  if (made === undefined) return warnOfTaken(log)
  if (made !== 'not needed') log.info({ userId: made.account.id }, 'ADMIN_EMAIL has an account now, the first administrator')
}

const warnOfTaken = (log: Logger): void =>
  log.warn('ADMIN_EMAIL has an account that is no administrator, and it stays as it is: `latchkey users promote` makes it one')
