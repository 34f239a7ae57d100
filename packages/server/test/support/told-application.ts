import type { NewClient } from '../../src/subjects/openid/steps/make-client.ts'
import { application, connect } from './connected.ts'
import { logoutReceiver } from './logout-receiver.ts'
import type { World } from './world.ts'

/** As the upkeep does every minute. */
export async function look({ purge, idle }: World): Promise<void> {
  await purge.run()
  await idle()
}

/** So many people, whom the application was let in by. */
export async function audience(
  here: Pick<World, 'signedUp' | 'browser' | 'depsFor' | 'clock'>,
  count: number,
  clientId = 'grafana',
) {
  const people = []
  for (let n = 0; n < count; n++) {
    const browser = await here.signedUp(`${clientId}-${n}@example.com`)
    people.push({ browser, ...(await connect(here, browser, clientId)) })
  }
  return people
}

export const leave = (people: Awaited<ReturnType<typeof audience>>) =>
  Promise.all(people.map(({ browser }) => browser.post('/auth/logout')))

export const outcomes = async ({ sql }: Pick<World, 'sql'>, clientId = 'grafana') =>
  (await sql(`SELECT outcome FROM oidc_logouts WHERE client_id = ? ORDER BY id`, [clientId])).map(({ outcome }) => outcome)

let apps = 0

/** An application of its own, at a service that others have as well. */
export async function toldAt(here: World, settings: Partial<NewClient> = {}) {
  const receiver = await logoutReceiver()
  const { id } = await application(here, { name: `App ${++apps}`, logoutUri: receiver.url, ...settings })
  return { ...here, id, receiver, outcomes: () => outcomes(here, id), audience: (count: number) => audience(here, count, id) }
}
