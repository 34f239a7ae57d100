import { expect, it } from 'vitest'
import type { Reply } from '../support/browser.ts'
import { figure } from '../support/form.ts'
import { type Member, processes, warm } from '../support/processes.ts'
import { type Resident, resident } from '../support/residents.ts'

/** Each is looked for in two ways; together they are a few, or thousands. */
const ROUNDS = figure('STALE_DATA_ROUNDS', { short: 2, full: 300 })
const PEOPLE = 10
const APP = 'http://localhost:4000'

const SETTINGS = {
  TRUSTED_PROXIES: '127.0.0.1',
  FORWARD_AUTH_APPS: APP,
  DISABLE_ADMIN_TWO_FACTOR: 'true',
  DATA_FIELDS: JSON.stringify({
    plan: { type: 'text', inHeaders: true },
    company: { type: 'text', access: 'owner', inHeaders: true },
  }),
}

/** A machine that is busy turns requests away: those are asked again, and only what was done counts. */
async function done(ask: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const reply = await ask()
    if (reply.status === 200) return reply
    if (reply.status !== 503) throw new Error(`${reply.asked}: ${reply.status} ${reply.text}`)
  }
}

/** What a process says of somebody, to an application that asks and to a proxy. */
async function told(at: Member, { watched }: Resident): Promise<readonly unknown[]> {
  const browser = at.browser(watched.token)
  const [check, forward] = await Promise.all([
    done(() => browser.get('/auth/check?data=true')),
    done(() => browser.get('/auth/forward', { headers: { 'x-original-url': `${APP}/`, 'x-original-method': 'GET' } })),
  ])
  const { 'x-latchkey-data-plan': plan, 'x-latchkey-data-company': company } = forward.headers
  return [check.body.data, { plan: decodeURIComponent(String(plan)), company: decodeURIComponent(String(company)) }]
}

it(`${ROUNDS * PEOPLE} changes that one process has answered are in the very next check and in the headers of another`, {
  timeout: 60_000 + ROUNDS * 2000,
}, async () => {
  const here = await processes(SETTINGS)
  const members = await Promise.all([here.start(), here.start()])
  const root = await resident(here.engine, { sessions: 1, role: 'admin' })
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => resident(here.engine)))
  const tokens = people.map(({ watched }) => watched.token)
  for (const member of members) await warm(member, tokens)
  for (let round = 0; round < ROUNDS; round++) {
    const [one, other] = round % 2 === 0 ? members : members.toReversed()
    if (!one || !other) throw new Error('there are two')
    const changed = people.map(async (who, n) => {
      const values = { plan: `plan ${round}`, company: `Söhne ${round}` }
      const writer = n % 2 === 0 ? one : other
      await Promise.all([
        done(() => one.browser(root.watched.token).send('PATCH', `/admin/users/${who.id}/data`, { data: { plan: values.plan } })),
        done(() => writer.browser(who.other.token).send('PATCH', '/auth/data', { data: { company: values.company } })),
      ])
      for (const at of [other, one]) expect(await told(at, who)).toEqual([values, values])
    })
    await Promise.all(changed)
  }
})
