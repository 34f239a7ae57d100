import type { Static } from 'typebox'
import { pagePaths } from '../../../gate/page-paths.ts'
import { doneAt } from '../../../gate/pages/account/done-at.ts'
import { afterCredentials } from '../../../gate/pages/after-credentials.ts'
import { checkFields, filled, name, newPassword, samePassword } from '../../../gate/pages/check-fields.ts'
import { document, type Looks } from '../../../gate/pages/layout.tsx'
import { type Hosted, type View, type Visit, viewOf } from '../../../gate/pages/view.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { type ErrorCode, Failure } from '../../../platform/kernel/errors.ts'
import { Alert } from '../../../platform/pages/components/alert.tsx'
import { Field, Form, type FormState } from '../../../platform/pages/components/form.tsx'
import { Explained } from '../../../platform/pages/components/form-failure.tsx'
import { acceptOrgInvite } from '../flows/accept-invite.ts'
import { orgInviteInfo } from '../flows/org-invite-info.ts'
import { listOwnOrgInvites } from '../flows/own-invites.ts'
import { registerWithOrgInvite } from '../flows/register-with-invite.ts'
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
      checkFields(call, { name, password: newPassword, confirmPassword: samePassword })
      const { code, name: called, password, confirmPassword } = call.fields
      const answer = await call.run(registerWithOrgInvite, { body: { code, name: called, password, confirmPassword } })
      return afterCredentials({ ...call, query: { returnTo: doneAt('organisations', 'joined') } }, answer)
    },
  },
})

async function opened(visit: Visit, looks: Looks, code: string) {
  const info: Static<typeof orgInviteInfo.reply> = await visit.run(orgInviteInfo, { body: { code } })
  const view = viewOf(visit)
  return document({
    view,
    visit,
    looks,
    title: view.t.invite.title,
    children: (
      <>
        <h1>{view.t.invite.title}</h1>
        <Invitation view={view} visit={visit} info={info} code={code} />
      </>
    ),
  })
}

/** Without a code that works: the field for one, or why there is no point in it. */
async function entrance(visit: Visit, looks: Looks, problem: ErrorCode | undefined) {
  const view = viewOf(visit)
  const { invite } = view.t
  const isDead = problem !== undefined && DEAD.has(problem)
  const title = isDead ? invite.deadTitle : invite.title
  return document({
    view,
    visit,
    looks,
    title,
    children: (
      <>
        <h1>{title}</h1>
        {isDead ? <Dead view={view} visit={visit} code={problem} /> : <Entrance view={view} visit={visit} problem={problem} />}
        {visit.caller && (await hasInvites(visit)) && <Waiting view={view} />}
      </>
    ),
  })
}

const hasInvites = async ({ run }: Visit): Promise<boolean> => (await run(listOwnOrgInvites, { query: { limit: '1' } })).total > 0

interface OrgInviteState {
  readonly view: View
  readonly visit: Visit
}

function Entrance({ view, visit, problem }: OrgInviteState & { readonly problem: ErrorCode | undefined }) {
  const { invite, common } = view.t
  const form: FormState = { view, visit, action: 'open', fields: { org_invite_not_found: 'code' } }
  return (
    <>
      <p>{invite.open}</p>
      {problem !== undefined && visit.failure?.action !== form.action && (
        <Alert>
          <Explained view={view} code={problem} retryAfter={visit.failure?.retryAfter} />
        </Alert>
      )}
      <Form form={form} submit={common.continue} sentFromLink={form.action}>
        <Field form={form} name="code" label={invite.codeLabel} autocomplete="one-time-code" fromLink="token" isFirst />
      </Form>
    </>
  )
}

function Dead({ view: { t }, visit, code }: OrgInviteState & { readonly code: ErrorCode }) {
  const { invite, signIn, account } = t
  return (
    <>
      <Alert>{t.errors[code]}</Alert>
      <p>{code === 'org_invite_used' && !visit.caller ? invite.askOrSignIn : invite.askAgain}</p>
      <p>
        <a class="button" href={visit.caller ? pagePaths.accountOrganisations : pagePaths.signIn}>
          {visit.caller ? account.nav.organisations : signIn.submit}
        </a>
      </p>
      <p class="aside">
        <a href={pagePaths.orgInvite}>{invite.otherCode}</a>
      </p>
    </>
  )
}

/** Without a script the code of a link is not kept over a sign-in. It is not needed then. */
function Waiting({ view: { t } }: Pick<OrgInviteState, 'view'>) {
  const words = t.organisations.invitation
  return (
    <p class="aside">
      {words.waiting} <a href={pagePaths.accountOrganisations}>{words.see}</a>
    </p>
  )
}
