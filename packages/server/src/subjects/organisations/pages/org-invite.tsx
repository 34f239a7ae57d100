import type { Static } from 'typebox'
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
import { CodeEntrance, DeadInvite, newcomerIn } from '../../invites/index.ts'
import { acceptOrgInvite } from '../flows/accept-invite.ts'
import { orgInviteInfo, registerWithOrgInvite } from '../flows/mailed-invite.ts'
import { listOwnOrgInvites } from '../flows/own-invites.ts'
import { Invitation } from './org-invitation.tsx'
import { doneIn } from './organisation-address.ts'

/** After these no code of this invitation can help. */
const DEAD: ReadonlySet<ErrorCode> = new Set(['org_invite_used', 'org_invite_expired', 'org_invite_revoked'])

/**
 * `/org-invite`: where the link of an invitation into an organisation leads. First the code alone, which a script takes from the
 * link and sends at once; then who invites to what, and the next step for this visitor. Only a button joins.
 */
export const orgInvitePage = (looks: Looks): Hosted => ({
  path: pagePaths.orgInvite,
  for: 'anybody',
  shownAgain: ['code', 'name', 'email'],

  async show(visit) {
    if (!visit.deps.config.organisations.enabled) return undefined
    const { failure, typed } = visit
    if (!failure || failure.action === 'open') return entrance(visit, looks, failure?.code)
    // What one was doing is shown again, as things stand by now.
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

    async join({ run, fields: { code } }) {
      const { organisation } = await run(acceptOrgInvite, { body: { code } })
      return new Redirect(doneIn(organisation.slug, 'joined'))
    },

    async register(call) {
      const answer = await call.run(registerWithOrgInvite, { body: newcomerIn(call) })
      return afterCredentials({ ...call, query: { returnTo: doneAt('organisations', 'joined') } }, answer)
    },
  },
})

async function opened(visit: Visit, looks: Looks, code: string) {
  const info: Static<typeof orgInviteInfo.reply> = await visit.run(orgInviteInfo, { body: { code } })
  const view = viewOf(visit)
  return card(
    { view, visit, looks, title: view.t.invite.title },
    <Invitation view={view} visit={visit} info={info} code={code} />,
  )
}

/** Without a code that works: the field for one, or why there is no point in it. */
async function entrance(visit: Visit, looks: Looks, problem: ErrorCode | undefined) {
  const view = viewOf(visit)
  const { invite } = view.t
  const isDead = problem !== undefined && DEAD.has(problem)
  const title = isDead ? invite.deadTitle : invite.title
  return card(
    { view, visit, looks, title },
    <>
      {isDead ? <Dead view={view} visit={visit} code={problem} /> : <Entrance view={view} visit={visit} problem={problem} />}
      {visit.caller && (await hasInvites(visit)) && <Waiting view={view} />}
    </>,
  )
}

const hasInvites = async ({ run }: Visit): Promise<boolean> => (await run(listOwnOrgInvites, { query: { limit: '1' } })).total > 0

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
  return <DeadInvite {...{ view, code, onward }} isUsed={code === 'org_invite_used' && !caller} path={pagePaths.orgInvite} />
}

/** Without a script the code of a link is not kept over a sign-in. It is not needed then. */
function Waiting({ view: { t } }: Pick<PageProps, 'view'>) {
  const words = t.organisations.invitation
  return (
    <p class="aside">
      {words.waiting} <a href={pagePaths.accountOrganisations}>{words.see}</a>
    </p>
  )
}
