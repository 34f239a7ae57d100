import { pagePaths } from '../../../gate/page-paths.ts'
import { afterCredentials } from '../../../gate/pages/after-credentials.ts'
import { Agreement } from '../../../gate/pages/agreement.tsx'
import { checkFields, filled, name, newPassword, samePassword } from '../../../gate/pages/check-fields.ts'
import { document, type Looks } from '../../../gate/pages/layout.tsx'
import { NewPasswordField } from '../../../gate/pages/new-password-field.tsx'
import { type Hosted, type View, type Visit, viewOf } from '../../../gate/pages/view.ts'
import type { ErrorCode } from '../../../platform/kernel/errors.ts'
import { Address } from '../../../platform/pages/components/address.tsx'
import { Alert } from '../../../platform/pages/components/alert.tsx'
import { Field, Form, type FormState } from '../../../platform/pages/components/form.tsx'
import { sentence } from '../../../platform/pages/components/sentence.ts'
import { postInviteInfo } from '../flows/invite-info.ts'
import { inviteRegister } from '../flows/invite-register.ts'

const FIELDS = { name_required: 'name', weak_password: 'password', password_mismatch: 'confirmPassword' } as const

/** After these no code of this invitation can help. */
const DEAD: ReadonlySet<ErrorCode> = new Set(['invite_already_used', 'invite_expired', 'invite_revoked'])

/**
 * `/invite`: where the link of an invitation leads. First the code alone, which a script takes from the link and sends at once: an
 * invitation that is dead says so, and else the page knows whom it is for.
 */
export const invitePage = (looks: Looks): Hosted => ({
  path: pagePaths.invite,
  for: 'anybody',
  shownAgain: ['code', 'name', 'email'],

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

    async accept(call) {
      checkFields(call, { name, password: newPassword, confirmPassword: samePassword })
      const { code, name: called, password, confirmPassword } = call.fields
      const body = { code, name: called, password, confirmPassword }
      return afterCredentials(call, await call.run(inviteRegister, { body }))
    },
  },
})

interface InviteState {
  readonly view: View
  readonly visit: Visit
  /** What the invitation is known by, and whom it is for. */
  readonly invite: { readonly code?: string; readonly email?: string }
}

function page(visit: Visit, looks: Looks, Part: (shown: InviteState) => preact.JSX.Element, invite: InviteState['invite'] = {}) {
  const view = viewOf(visit)
  const title = Part === Dead ? view.t.invite.deadTitle : view.t.invite.title
  return document({
    view,
    visit,
    looks,
    title,
    children: (
      <>
        <h1>{title}</h1>
        <Part view={view} visit={visit} invite={invite} />
      </>
    ),
  })
}

function Entrance({ view, visit }: InviteState) {
  const { invite, common } = view.t
  const form: FormState = { view, visit, action: 'open', fields: { invite_not_found: 'code' } }
  const isUnknown = visit.failure?.action === 'accept'
  return (
    <>
      <p>{invite.open}</p>
      {isUnknown && <Alert>{view.t.errors.invite_not_found}</Alert>}
      <Form form={form} submit={common.continue} sentFromLink={form.action}>
        <Field form={form} name="code" label={invite.codeLabel} autocomplete="one-time-code" fromLink="token" isFirst />
      </Form>
      <HaveAccount view={view} />
    </>
  )
}

function Newcomer({ view, visit, invite }: InviteState) {
  const { t } = view
  const form: FormState = { view, visit, action: 'accept', fields: FIELDS }
  return (
    <>
      <p>{t.invite.lead}</p>
      {invite.email !== undefined && <p>{sentence(t.invite.for, <Address email={invite.email} />)}</p>}
      {visit.caller && <p>{sentence(t.invite.signedIn, <Address email={visit.caller.account.email} />)}</p>}
      <Form form={form} submit={t.invite.submit} hidden={{ code: invite.code }}>
        <input type="email" name="email" autocomplete="username" value={invite.email} hidden readOnly />
        <Field form={form} name="name" label={t.common.name} autocomplete="name" isFirst />
        <NewPasswordField form={form} name="password" label={t.common.password} />
        <Field form={form} name="confirmPassword" label={t.invite.confirmPassword} type="password" autocomplete="new-password" />
        <Agreement view={view} />
      </Form>
      <HaveAccount view={view} />
    </>
  )
}

function Dead({ view, visit }: InviteState) {
  const { t } = view
  return (
    <>
      <Alert>{t.errors[visit.failure?.code ?? 'invite_not_found']}</Alert>
      <p>{visit.failure?.code === 'invite_already_used' ? t.invite.askOrSignIn : t.invite.askAgain}</p>
      <p>
        <a class="button" href={pagePaths.signIn}>
          {t.signIn.submit}
        </a>
      </p>
      <p class="aside">
        <a href={pagePaths.invite}>{t.invite.otherCode}</a>
      </p>
    </>
  )
}

const HaveAccount = ({ view: { t } }: Pick<InviteState, 'view'>) => (
  <p class="aside">
    {t.signUp.haveAccount} <a href={pagePaths.signIn}>{t.signIn.submit}</a>
  </p>
)
