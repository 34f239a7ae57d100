import { newId } from '../../src/platform/kernel/ids.ts'
import type { World } from '../support/world.ts'
import type { Walk } from './cases.ts'
import { bySomeone, byStranger, someone } from './preparing.ts'

/** A newcomer, and the id of the session. */
export async function holder(here: World) {
  const { browser } = await someone(here)
  const { body } = await browser.get('/auth/me')
  return { browser, id: body.session.id as string }
}

/** Refreshes a session that something has happened to. */
const refreshed = (happen: (here: World, session: Awaited<ReturnType<typeof holder>>) => unknown) => async (here: World) => {
  const session = await holder(here)
  await happen(here, session)
  return session.browser.post('/auth/refresh')
}

export const session = {
  logout: { well: bySomeone('POST /auth/logout') },
  refresh: {
    well: bySomeone('POST /auth/refresh'),
    invalid_refresh: byStranger('POST /auth/refresh'),
    invalid_refresh_token: refreshed((_here, { browser }) => browser.jar.set('app_refresh', 'a'.repeat(43))),
    refresh_expired: refreshed(({ clock, config }) => clock.advance(config.sessions.refreshTtl)),
    session_revoked: refreshed((_here, { browser }) => browser.clone().post('/auth/logout')),
    max_lifetime_exceeded: refreshed(({ clock, config }) => clock.advance(config.sessions.maxLifetime)),
  },
  csrfToken: { well: byStranger('GET /auth/csrf-token') },
  listSessions: {
    well: bySomeone('GET /auth/sessions'),
    invalid_input: bySomeone('GET /auth/sessions?limit=many'),
  },
  endSession: {
    well: async (here) => {
      const { browser, id } = await holder(here)
      return browser.delete(`/auth/sessions/${id}`)
    },
    session_not_found: bySomeone(`DELETE /auth/sessions/${newId(1)}`),
  },
  endChosenSessions: {
    well: async (here) => {
      const { browser, id } = await holder(here)
      return browser.post('/auth/sessions/revoke', { sessionIds: [id] })
    },
    invalid_input: bySomeone('POST /auth/sessions/revoke', { sessionIds: [] }),
  },
  endOtherSessions: { well: bySomeone('DELETE /auth/sessions') },
} satisfies Partial<Walk>
