import { pagePaths } from '../../../gate/page-paths.ts'
import { accountDocument } from '../../../gate/pages/account/account-document.tsx'
import { doneAt } from '../../../gate/pages/account/done-at.ts'
import type { Looks } from '../../../gate/pages/layout.tsx'
import type { Hosted } from '../../../gate/pages/view.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import type { Texts } from '../../../platform/kernel/hosted-page.ts'
import { endOtherSessions, endSession } from '../flows/end-session.ts'
import { renameSession } from '../flows/rename-session.ts'
import { SESSIONS_OFFSET, SessionsSection, sessionsOf } from './sessions-section.tsx'

export const sessionsPage = (looks: Looks): Hosted => ({
  path: pagePaths.accountSessions,
  for: 'people',
  shownAgain: ['id', 'name'],

  show: (visit) =>
    accountDocument(visit, looks, {
      title: ({ sessions }) => sessions,
      content: async ({ view }) => <SessionsSection view={view} visit={visit} list={await sessionsOf(visit)} />,
    }),

  actions: {
    async endSession({ run, fields: { id = '' }, query }) {
      await run(endSession, { params: { id } })
      return new Redirect(doneAt('sessions', 'ended', placeIn(query)))
    },

    async renameSession({ run, fields: { id = '', name }, query }) {
      await run(renameSession, { params: { id }, body: { name } })
      return new Redirect(doneAt('sessions', 'renamed', placeIn(query)))
    },

    async endOtherSessions({ run }) {
      await run(endOtherSessions)
      return new Redirect(doneAt('sessions', 'others-ended'))
    },
  },
})

/** After an action, the visitor is back on the same page of the list. */
const placeIn = ({ [SESSIONS_OFFSET]: offset }: Texts): Texts => (offset === undefined ? {} : { [SESSIONS_OFFSET]: offset })
