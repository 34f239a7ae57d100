import { Browser, type Door } from './browser.ts'
import { PASSWORD, type RunningService } from './world.ts'

/** A place whose requests go to several services by turns, also those of one browser. */
export function spread(doors: readonly [Door, ...Door[]], { sql, mail }: Pick<RunningService, 'sql' | 'mail'>): RunningService {
  let turn = 0
  const door: Door = { inject: (request) => (doors[turn++ % doors.length] ?? doors[0]).inject(request) }
  const browser = (): Browser => new Browser(door)
  return {
    sql,
    mail,
    browser,
    async signedUp(email = 'ada@example.com') {
      const newcomer = browser()
      await newcomer.post('/auth/register', { email, password: PASSWORD, name: 'Ada' })
      return newcomer
    },
  }
}
