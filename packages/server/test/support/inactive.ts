import { PASSWORD, type World, world } from './world.ts'

export const DAY = 86_400_000
export const ADA = 'ada@example.com'
export const ON = { INACTIVE_ACCOUNT_TTL: '365d' }
const SUBJECT = 'Your Latchkey account will be removed'

/** Ada, who has proved her mailbox and is not seen again. */
export async function forgotten(env: Record<string, string> = {}) {
  const here = await world({ withMail: true, env: { ...ON, ...env } })
  await here.signedUp(ADA)
  await here.sql(`UPDATE accounts SET verified_at = 1, mailbox_proved_at = 1, unproved_since = NULL`)
  return { ...here, ...passing(here) }
}

function passing(here: World) {
  const told = () => here.mail.mails.filter(({ subject }) => subject === SUBJECT)
  /** A while passes, and the purge runs: what leaves, and whether the account is there. */
  const after = async (ms: number) => {
    here.clock.advance(ms)
    await here.purge.run()
    here.outbox.wake()
    await here.outbox.idle()
    const [row] = await here.sql(`SELECT COUNT(*) AS total FROM accounts WHERE email = ?`, [ADA])
    return [told().length, Number(row?.['total'])]
  }
  const signIn = () => here.browser().post('/auth/login', { email: ADA, password: PASSWORD })
  return { told, after, signIn }
}
