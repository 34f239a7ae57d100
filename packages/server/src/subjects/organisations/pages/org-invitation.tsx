import type { Static } from 'typebox'
import { pagePaths } from '../../../gate/page-paths.ts'
import { Agreement } from '../../../gate/pages/agreement.tsx'
import { NewPasswordField } from '../../../gate/pages/new-password-field.tsx'
import type { View, Visit } from '../../../gate/pages/view.ts'
import { withReturn } from '../../../gate/pages/with-return.ts'
import { Address } from '../../../platform/pages/components/address.tsx'
import { Field, Form, type FormState, HiddenFields } from '../../../platform/pages/components/form.tsx'
import { sentence } from '../../../platform/pages/components/sentence.ts'
import { Time } from '../../../platform/pages/components/time.tsx'
import type { orgInviteInfo } from '../flows/org-invite-info.ts'
import { roleWords } from './role-words.ts'

interface InvitationProps {
  readonly view: View
  readonly visit: Visit
  readonly info: Static<typeof orgInviteInfo.reply>
  readonly code: string
}

/** An invitation that works: who invites to what, and the next step for this visitor. */
export function Invitation(props: InvitationProps) {
  const { view, visit, info } = props
  const { invitation: words, invitedBy, role, expires } = view.t.organisations
  const Step = stepFor(visit, info)
  return (
    <>
      <p>{words.lead}</p>
      <dl class="facts">
        <dt>{words.organisation}</dt>
        <dd>
          <b>
            <bdi>{info.organisation.name}</bdi>
          </b>
        </dd>
        <dt>{invitedBy}</dt>
        <dd>
          <bdi>{info.invitedBy}</bdi>
        </dd>
        <dt>{role}</dt>
        <dd>{roleWords(view, info.role)}</dd>
        <dt>{words.for}</dt>
        <dd>
          <Address email={info.email} />
        </dd>
        <dt>{expires}</dt>
        <dd>
          <Time view={view} at={info.expiresAt} />
        </dd>
      </dl>
      <Step {...props} />
    </>
  )
}

function stepFor({ caller, deps }: Visit, { email, hasAccount }: InvitationProps['info']) {
  if (caller) return caller.account.email === email ? Join : OtherAccount
  if (hasAccount) return SignInFirst
  const { registration, organisations } = deps.config
  return registration.allowPublic || organisations.invitesRegister ? Newcomer : NeedsAccount
}

const Join = ({ view, visit, code }: InvitationProps) => (
  <Form form={{ view, visit, action: 'join', fields: {} }} submit={view.t.organisations.invitation.join} hidden={{ code }} />
)

/** A script keeps the code for the way back here; no address carries it. */
function OtherAccount({ view, visit, code }: InvitationProps) {
  const words = view.t.organisations.invitation
  return (
    <>
      <p>{sentence(words.otherAccount, <Address email={visit.caller?.account.email ?? ''} />)}</p>
      <KeptCode code={code} />
      <form method="post" action={withReturn(pagePaths.signOut, pagePaths.orgInvite)} class="form" data-keeps-link>
        <HiddenFields form={{ view, visit, action: 'signOut', fields: {} }} />
        <button type="submit">{words.signOut}</button>
      </form>
    </>
  )
}

function SignInFirst({ view: { t }, code }: InvitationProps) {
  return (
    <>
      <p>{t.organisations.invitation.hasAccount}</p>
      <KeptCode code={code} />
      <form method="get" action={pagePaths.signIn} class="form" data-keeps-link>
        <input type="hidden" name="returnTo" value={pagePaths.orgInvite} />
        <button type="submit">{t.signIn.submit}</button>
      </form>
    </>
  )
}

/** For the script alone: it is in no form, so it is sent nowhere. */
const KeptCode = ({ code }: Pick<InvitationProps, 'code'>) => <input type="hidden" name="code" value={code} />

const NeedsAccount = ({ view: { t } }: InvitationProps) => <p>{t.organisations.invitation.needsAccount}</p>

const FIELDS = { name_required: 'name', weak_password: 'password', password_mismatch: 'confirmPassword' } as const

function Newcomer({ view, visit, info, code }: InvitationProps) {
  const { common, invite, organisations } = view.t
  const form: FormState = { view, visit, action: 'register', fields: FIELDS }
  return (
    <>
      <p>{organisations.invitation.newcomer}</p>
      <Form form={form} submit={organisations.invitation.submit} hidden={{ code }}>
        <input type="email" name="email" autocomplete="username" value={info.email} hidden readOnly />
        <Field form={form} name="name" label={common.name} autocomplete="name" isFirst />
        <NewPasswordField form={form} name="password" label={common.password} />
        <Field form={form} name="confirmPassword" label={invite.confirmPassword} type="password" autocomplete="new-password" />
        <Agreement view={view} />
      </Form>
    </>
  )
}
