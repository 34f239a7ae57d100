import type { Member } from '../support/mailed-codes.ts'
import type { World } from '../support/world.ts'
import type { Run, Seen, Walk } from './cases.ts'
import { ADMIN, alone, someone } from './preparing.ts'

/** Applications that see the cookies of the service, by what each demands. */
const APPS = {
  '': 'http://localhost:4000',
  ';role=admin': 'http://localhost:4001',
  ';2fa': 'http://localhost:4002',
  ';verified': 'http://localhost:4003',
}

export const FORWARD_APPS = Object.entries(APPS).map(([demand, app]) => app + demand)

type Asker = Pick<Member, 'browser'>

/** The proxy of an application asks about a request. */
const about = ({ browser }: Asker, app: string, method = 'GET'): Promise<Seen> =>
  browser.get('/auth/forward', { headers: { 'x-original-url': `${app}/page`, 'x-original-method': method } })

const asked =
  (app: string, method?: string, by: (here: World) => Asker | Promise<Asker> = someone): Run =>
  async (here) =>
    about(await by(here), app, method)

export const forwardAuth = {
  forward: {
    well: asked(APPS['']),
    app_not_allowed: asked('http://localhost:4004'),
    origin_not_allowed: asked(APPS[''], 'POST'),
    unauthorized: asked(APPS[''], 'GET', ({ browser }) => ({ browser: browser() })),
    rate_limit_exceeded: alone(
      async (here) => {
        const who = await someone(here)
        await about(who, APPS[''])
        return about(who, APPS[''])
      },
      { RATE_LIMITS: 'true', LIMIT_FORWARD_PER_MINUTE: '1' },
    ),
    forbidden: asked(APPS[';role=admin']),
    two_factor_required: asked(APPS[';2fa'], 'GET', (here) => someone(here, ADMIN)),
    verification_required: asked(APPS[';verified']),
    not_ready: async (here) => {
      const who = await someone(here)
      here.failStatements(new Error('the disk is on fire'))
      return about(who, APPS['']).finally(() => here.failStatements(undefined))
    },
  },
} satisfies Partial<Walk>
