import { DATA_INPUTS } from '../../../gate/data/pages/typed-data.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { afterCredentials } from '../../../gate/pages/after-credentials.ts'
import { checkFields, filled } from '../../../gate/pages/check-fields.ts'
import { card, type Looks } from '../../../gate/pages/layout.tsx'
import { type Hosted, type PageProps, type Visit, viewOf } from '../../../gate/pages/view.ts'
import type { ErrorCode } from '../../../platform/kernel/errors.ts'
import { Address } from '../../../platform/pages/components/address.tsx'
import { Alert } from '../../../platform/pages/components/alert.tsx'
import { sentence } from '../../../platform/pages/components/sentence.ts'
import { inviteRegister, postInviteInfo } from '../flows/invite.ts'
import { CodeEntrance, EndedInvite, NewcomerForm, newcomerIn } from './invited.tsx'

/** After these failures the page does not ask for the code again, because no code of the invite works any more. */
const DEAD: ReadonlySet<ErrorCode> = new Set(['invite_already_used', 'invite_expired', 'invite_revoked'])

/**
 * The page asks for the code first, which a script takes from the link and sends at once: so a dead invite is told before a name
 * and a password are typed, and the page knows the address.
 */
export const invitePage = (looks: Looks): Hosted => ({
  path: pagePaths.invite,
  for: 'anybody',
  shownAgain: ['code', 'name', 'email', DATA_INPUTS],

  async show(visit) {
    if (!visit.deps.config.registration.enableInvite) return undefined
    const { failure, typed } = visit
    if (failure && DEAD.has(failure.code)) return page(visit, looks, Dead)
    const isOpen = failure?.action === 'accept' && failure.code !== 'invite_not_found'
    return isOpen ? page(visit, looks, Newcomer, typed) : page(visit, looks, Entrance)
  },

  actions: {
    async open(call) {
      checkFields(call, { code: filled })
      const { code = '' } = call.fields
      const { email } = await call.run(postInviteInfo, { body: { token: code } })
      return page(call, looks, Newcomer, { code, email })
    },

    accept: async (call) => afterCredentials(call, await call.run(inviteRegister, { body: newcomerIn(call) })),
  },
})

type InviteState = PageProps & { readonly invite: { readonly code?: string; readonly email?: string } }

function page(visit: Visit, looks: Looks, Part: (shown: InviteState) => preact.JSX.Element, invite: InviteState['invite'] = {}) {
  const view = viewOf(visit)
  const title = Part === Dead ? view.t.invite.deadTitle : view.t.invite.title
  return card({ view, visit, looks, title }, <Part view={view} visit={visit} invite={invite} />)
}

const Entrance = ({ view, visit }: InviteState) => (
  <>
    <CodeEntrance view={view} visit={visit} unknown="invite_not_found">
      {visit.failure?.action === 'accept' && <Alert>{view.t.errors.invite_not_found}</Alert>}
    </CodeEntrance>
    <HaveAccount view={view} />
  </>
)

function Newcomer({ view, visit, invite }: InviteState) {
  const { invite: words } = view.t
  return (
    <>
      <p>{words.lead}</p>
      {invite.email !== undefined && <p>{sentence(words.for, <Address email={invite.email} />)}</p>}
      {visit.caller && <p>{sentence(words.signedIn, <Address email={visit.caller.account.email} />)}</p>}
      <NewcomerForm view={view} visit={visit} action="accept" submit={words.submit} code={invite.code} email={invite.email} />
      <HaveAccount view={view} />
    </>
  )
}

const Dead = ({ view, visit: { failure } }: InviteState) => (
  <EndedInvite
    view={view}
    code={failure?.code ?? 'invite_not_found'}
    isUsed={failure?.code === 'invite_already_used'}
    onward={{ href: pagePaths.signIn, words: view.t.signIn.submit }}
    path={pagePaths.invite}
  />
)

const HaveAccount = ({ view: { t } }: Pick<InviteState, 'view'>) => (
  <p class="aside">
    {t.signUp.haveAccount} <a href={pagePaths.signIn}>{t.signIn.submit}</a>
  </p>
)
