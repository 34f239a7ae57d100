import type { Static } from 'typebox'
import { pagePaths } from '../../../gate/page-paths.ts'
import { accountDocument } from '../../../gate/pages/account/account-document.tsx'
import { doneAt } from '../../../gate/pages/account/done-at.ts'
import { Section } from '../../../gate/pages/account/section.tsx'
import type { Looks } from '../../../gate/pages/layout.tsx'
import type { Hosted, PageProps } from '../../../gate/pages/view.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { ButtonForm } from '../../../platform/pages/components/button-form.tsx'
import { ConfirmPanel } from '../../../platform/pages/components/confirm-panel.tsx'
import { Refusal } from '../../../platform/pages/components/form.tsx'
import { Icon } from '../../../platform/pages/components/icon.tsx'
import { Empty } from '../../../platform/pages/components/note.tsx'
import { sentence } from '../../../platform/pages/components/sentence.ts'
import { Ago, Happened, Time } from '../../../platform/pages/components/time.tsx'
import { type ApplicationView, listApplications, removeApplication } from '../flows/applications.ts'
import { ScopeItems } from './scope-list.tsx'

type Application = Static<typeof ApplicationView>

/** `/account/applications`: what the account is signed in to, what each may know, and how to end that. */
export const applicationsPage = (looks: Looks): Hosted => ({
  path: pagePaths.accountApplications,
  for: 'people',
  shownAgain: ['id'],

  show: (visit) =>
    accountDocument(visit, looks, {
      title: ({ applications }) => applications,
      content: async (panel) => {
        const { applications } = await visit.run(listApplications)
        const words = panel.view.t.applications
        return (
          <Section visit={visit} id="applications" title={words.title} lead={words.lead} notices={words.done}>
            <Refusal form={{ view: panel.view, visit, action: 'remove' }} />
            {applications.length === 0 && <Empty icon="apps" words={words.none} />}
            {applications.length > 0 && (
              <ul class="things">
                {applications.map((application) => (
                  <ApplicationRow key={application.clientId} view={panel.view} visit={visit} application={application} />
                ))}
              </ul>
            )}
          </Section>
        )
      },
    }),

  actions: {
    async remove({ run, fields: { id = '' } }) {
      await run(removeApplication, { params: { clientId: id } })
      return new Redirect(doneAt('applications', 'removed'))
    },
  },
})

function ApplicationRow({ view, visit, application }: PageProps & { readonly application: Application }) {
  const words = view.t.applications
  const { clientId, name, homeUrl, since, lastUsedAt, scopes, stays } = application
  const told = scopes.filter((scope) => scope !== 'openid' && scope !== 'offline_access')
  return (
    <li>
      <div class="thing">
        <Icon name="apps" />
        <div>
          <p>
            <b>
              {homeUrl === null ? (
                <bdi>{name}</bdi>
              ) : (
                <a href={homeUrl}>
                  <bdi>{name}</bdi>
                </a>
              )}
            </b>
          </p>
          {told.length > 0 && <ScopeItems view={view} visit={visit} scopes={told} />}
          <p class="line">
            <Time view={view} label={words.since} at={since} />
            <Happened
              view={view}
              label={words.lastUsed}
              when={lastUsedAt === null ? words.notNow : <Ago view={view} at={lastUsedAt} />}
            />
            {stays && <span>{words.stays}</span>}
          </p>
        </div>
      </div>
      <ConfirmPanel summary={words.remove} title={words.removeTitle}>
        <p>{sentence(words.removeConsequence, <bdi>{name}</bdi>)}</p>
        <ButtonForm
          form={{ view, visit, action: 'remove' }}
          submit={words.removeSubmit}
          hidden={{ id: clientId }}
          tone="danger"
          hasCancel
        />
      </ConfirmPanel>
    </li>
  )
}
