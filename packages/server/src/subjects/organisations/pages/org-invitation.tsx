import type { Static } from 'typebox'
import { isDoorOpen } from '../../../gate/accounts/sign-up-rules.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { withReturn } from '../../../gate/pages/after-credentials.ts'
import type { PageProps, Visit } from '../../../gate/pages/view.ts'
import { Address } from '../../../platform/pages/components/address.tsx'
import { Facts } from '../../../platform/pages/components/facts.tsx'
import { Form, HiddenFields } from '../../../platform/pages/components/form.tsx'
import { sentence } from '../../../platform/pages/components/sentence.ts'
import { Time } from '../../../platform/pages/components/time.tsx'
import { NewcomerForm } from '../../invites/index.ts'
import type { orgInviteInfo } from '../flows/mailed-invite.ts'
import { roleWords } from './role-words.ts'

type InvitationProps = PageProps & { readonly info: Static<typeof orgInviteInfo.reply>; readonly code: string }

export function Invitation(props: InvitationProps) {
  const { view, visit, info } = props
  const { invitation: words, invitedBy, role, expires } = view.t.organisations
  const Step = stepFor(visit, info)
  return (
    <>
      <p>{words.lead}</p>
      <Facts
        facts={[
          [
            words.organisation,
            <b>
              <bdi>{info.organisation.name}</bdi>
            </b>,
          ],
          [invitedBy, <bdi>{info.invitedBy}</bdi>],
          [role, roleWords(view, info.role)],
          [words.for, <Address email={info.email} />],
          [expires, <Time view={view} at={info.expiresAt} />],
        ]}
      />
      <Step {...props} />
    </>
  )
}

function stepFor({ caller, deps }: Visit, { email, hasAccount }: InvitationProps['info']) {
  if (caller) return caller.account.email === email ? Join : OtherAccount
  if (hasAccount) return SignInFirst
  return isDoorOpen(deps, 'org-invite') ? Newcomer : NeedsAccount
}

const Join = ({ view, visit, code }: InvitationProps) => (
  <Form form={{ view, visit, action: 'join' }} submit={view.t.organisations.invitation.join} hidden={{ code }} />
)

/** A script keeps the code until the visitor is back here: the code must not stand in an address. */
function OtherAccount({ view, visit, code }: InvitationProps) {
  const words = view.t.organisations.invitation
  return (
    <>
      <p>{sentence(words.otherAccount, <Address email={visit.caller?.account.email ?? ''} />)}</p>
      <KeptCode code={code} />
      <form method="post" action={withReturn(pagePaths.signOut, pagePaths.orgInvite)} class="form" data-keeps-link>
        <HiddenFields form={{ view, visit, action: 'signOut' }} />
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

/** The field stands in no form, so that the code is not sent: only the script reads the field. */
const KeptCode = ({ code }: Pick<InvitationProps, 'code'>) => <input type="hidden" name="code" value={code} />

const NeedsAccount = ({ view: { t } }: InvitationProps) => <p>{t.organisations.invitation.needsAccount}</p>

function Newcomer({ view, visit, info, code }: InvitationProps) {
  const { newcomer, submit } = view.t.organisations.invitation
  return (
    <>
      <p>{newcomer}</p>
      <NewcomerForm view={view} visit={visit} action="register" submit={submit} code={code} email={info.email} />
    </>
  )
}
