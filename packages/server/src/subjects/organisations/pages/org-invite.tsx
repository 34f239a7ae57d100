import { DATA_INPUTS } from '../../../gate/data/pages/typed-data.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { doneAt } from '../../../gate/pages/account/done-at.ts'
import { afterCredentials } from '../../../gate/pages/after-credentials.ts'
import { checkFields, filled } from '../../../gate/pages/check-fields.ts'
import { card, type Looks } from '../../../gate/pages/layout.tsx'
import { type Hosted, type PageProps, type Visit, viewOf } from '../../../gate/pages/view.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { type ErrorCode, Failure } from '../../../platform/kernel/errors.ts'
import { Alert } from '../../../platform/pages/components/alert.tsx'
import { Explained } from '../../../platform/pages/components/form-failure.tsx'
import { CodeEntrance, EndedInvite, newcomerIn } from '../../invites/index.ts'
import { acceptOrgInvite } from '../flows/accept-invite.ts'
import { orgInviteInfo, registerWithOrgInvite } from '../flows/mailed-invite.ts'
import { listOwnOrgInvites } from '../flows/own-invites.ts'
import { Invitation } from './org-invitation.tsx'
import { doneIn } from './organisation-address.ts'

/** After these refusals no other code of the invitation can help. */
const DEAD: ReadonlySet<ErrorCode> = new Set(['org_invite_used', 'org_invite_expired', 'org_invite_revoked'])

/** `/org-invite`: a script takes the code from the link and sends it at once. Only a button accepts the invitation. */
export const orgInvitePage = (looks: Looks): Hosted => ({
  path: pagePaths.orgInvite,
  for: 'anybody',
  shownAgain: ['code', 'name', 'email', DATA_INPUTS],

  async show(visit) {
    if (!visit.deps.config.organisations.enabled) return undefined
    const { failure, typed } = visit
    if (!failure || failure.action === 'open') return entrance(visit, looks, failure?.code)
    // After a failed action the invitation is shown again, in its current state.
    try {
      return await opened(visit, looks, typed['code'] ?? '')
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      return entrance(visit, looks, error.code)
    }
  },

  actions: {
    async open(call) {
      checkFields(call, { code: filled })
      return opened(call, looks, call.fields['code'] ?? '')
    },

    async join({ run, fields: { code }, deps: { config } }) {
      const { organisation } = await run(acceptOrgInvite, { body: { code } })
      return new Redirect(config.server.appHomeUrl ?? doneIn(organisation.slug, 'joined'))
    },

    async register(call) {
      const answer = await call.run(registerWithOrgInvite, { body: newcomerIn(call) })
      const returnTo = call.deps.config.server.appHomeUrl ?? doneAt('organisations', 'joined')
      return afterCredentials({ ...call, query: { returnTo } }, answer)
    },
  },
})

async function opened(visit: Visit, looks: Looks, code: string) {
  const info = await visit.run(orgInviteInfo, { body: { code } })
  const view = viewOf(visit)
  const { title } = view.t.invite
  return card({ view, visit, looks, title }, <Invitation view={view} visit={visit} info={info} code={code} />)
}

async function entrance(visit: Visit, looks: Looks, problem: ErrorCode | undefined) {
  const view = viewOf(visit)
  const { invite } = view.t
  const isDead = problem !== undefined && DEAD.has(problem)
  const hasInvites = visit.caller && (await visit.run(listOwnOrgInvites, { query: { limit: '1' } })).total > 0
  return card(
    { view, visit, looks, title: isDead ? invite.deadTitle : invite.title },
    <>
      {isDead ? <Dead view={view} visit={visit} code={problem} /> : <Entrance view={view} visit={visit} problem={problem} />}
      {hasInvites && <Waiting view={view} />}
    </>,
  )
}

function Entrance({ view, visit, problem }: PageProps & { readonly problem: ErrorCode | undefined }) {
  const { failure } = visit
  return (
    <CodeEntrance view={view} visit={visit} unknown="org_invite_not_found">
      {problem !== undefined && failure?.action !== 'open' && (
        <Alert>
          <Explained view={view} code={problem} retryAfter={failure?.retryAfter} />
        </Alert>
      )}
    </CodeEntrance>
  )
}

function Dead({ view, visit: { caller }, code }: PageProps & { readonly code: ErrorCode }) {
  const { signIn, account } = view.t
  const onward = caller
    ? { href: pagePaths.accountOrganisations, words: account.nav.organisations }
    : { href: pagePaths.signIn, words: signIn.submit }
  return <EndedInvite {...{ view, code, onward }} isUsed={code === 'org_invite_used' && !caller} path={pagePaths.orgInvite} />
}

/** Without scripts the code is lost while signing in; the account's own list of invitations serves then. */
function Waiting({ view: { t } }: Pick<PageProps, 'view'>) {
  const words = t.organisations.invitation
  return (
    <p class="aside">
      {words.waiting} <a href={pagePaths.accountOrganisations}>{words.see}</a>
    </p>
  )
}
