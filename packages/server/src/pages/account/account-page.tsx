import { me } from '../../features/account/me.ts'
import { Redirect } from '../../kernel/endpoint.ts'
import { pagePaths } from '../../kernel/page-paths.ts'
import { document, type Looks } from '../components/layout.tsx'
import { destinationOf } from '../public/after-credentials.ts'
import { type Hosted, viewOf } from '../view.ts'
import { accountActions } from './account-actions.ts'
import { AccountNav } from './account-nav.tsx'
import { DeletionSection } from './deletion-section.tsx'
import { EmailSection } from './email-section.tsx'
import { LanguageSection } from './language-section.tsx'
import { NameSection } from './name-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { opening, ProvidersSection, providersOf } from './providers-section.tsx'
import { SessionsSection, sessionsOf } from './sessions-section.tsx'
import { TwoFactorSection } from './two-factor-section.tsx'

/** `/account`: everything that people decide about their own account. */
export const accountPage = (looks: Looks): Hosted => ({
  path: pagePaths.account,
  for: 'people',
  shownAgain: ['name', 'keepOtherSessions'],

  async show(visit) {
    const view = viewOf(visit)
    const panel = { view, visit, me: await visit.run(me) }
    const sessions = await sessionsOf(visit)
    const providers = await providersOf(visit)
    const linked = opening(providers)
    // A visitor from a reset is shown what else opens the account; where there is nothing, they go where they would have.
    if (visit.query['done'] === 'reset' && !visit.failure && linked.length === 0) return new Redirect(destinationOf(visit))
    const { title } = view.t.account
    return document({
      view,
      looks,
      title,
      width: 'page',
      nav: <AccountNav {...panel} />,
      children: (
        <>
          <h1>{title}</h1>
          <NameSection {...panel} />
          <LanguageSection {...panel} />
          <EmailSection {...panel} />
          <PasswordSection {...panel} linked={linked} />
          <TwoFactorSection {...panel} />
          <SessionsSection view={view} visit={visit} list={sessions} />
          <ProvidersSection view={view} visit={visit} list={providers} />
          <DeletionSection {...panel} />
        </>
      ),
    })
  },

  actions: accountActions(looks),
})
