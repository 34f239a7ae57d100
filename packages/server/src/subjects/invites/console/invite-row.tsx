import type { Static } from 'typebox'
import { pagePaths } from '../../../gate/page-paths.ts'
import { may } from '../../../gate/pages/console/may.ts'
import type { PageProps } from '../../../gate/pages/view.ts'
import { Acts } from '../../../platform/pages/components/acts.tsx'
import { Address } from '../../../platform/pages/components/address.tsx'
import { ButtonForm } from '../../../platform/pages/components/button-form.tsx'
import { ConfirmPanel } from '../../../platform/pages/components/confirm-panel.tsx'
import { sentence } from '../../../platform/pages/components/sentence.ts'
import { Time } from '../../../platform/pages/components/time.tsx'
import type { listInvites } from '../flows/list-invites.ts'

type Invite = Static<typeof listInvites.reply>['invites'][number]

const TONES: Readonly<Record<string, string>> = { pending: 'tag good', expired: 'tag bad' }

export function InviteRow({ view, visit, invite }: PageProps & { readonly invite: Invite }) {
  const words = view.t.console.invites
  const { id, email, status } = invite
  const isOpen = status === 'pending' || status === 'expired'
  return (
    <li>
      <p id={`invite-${id}`} class="whom">
        <Address email={email} cut="two-lines" />
      </p>
      <p>
        <span class={TONES[status] ?? 'tag'}>{words.statuses[status as keyof typeof words.statuses]}</span>
      </p>
      <InviteTimes view={view} visit={visit} invite={invite} />
      {isOpen && <InviteActions view={view} visit={visit} id={id} email={email} />}
    </li>
  )
}

/** The element `invite-{id}` of the row says whom the invite is for. */
export function InviteActions({ view, visit, id, email }: PageProps & { readonly id: string; readonly email: string }) {
  const words = view.t.console.invites
  const resend = { view, visit, action: 'resend' }
  const revoke = { view, visit, action: 'revoke' }
  return (
    <Acts>
      <ButtonForm form={resend} submit={words.resend} hidden={{ id }} describedBy={`invite-${id}`} />
      <ConfirmPanel summary={words.revoke} title={words.revokeTitle}>
        <p>{sentence(words.revokeConsequence, <Address email={email} />)}</p>
        <ButtonForm form={revoke} submit={words.revokeSubmit} hidden={{ id }} tone="plain" hasCancel />
      </ConfirmPanel>
    </Acts>
  )
}

function InviteTimes({ view, visit, invite }: PageProps & { readonly invite: Invite }) {
  const words = view.t.console.invites
  const { status, createdAt, expiresAt, acceptedAt, createdBy, createdByEmail } = invite
  return (
    <>
      <p class="times">
        <Time view={view} label={words.created} at={createdAt} />
        {createdBy !== null && (
          <span>
            {words.by}{' '}
            {!createdByEmail ? (
              words.anAdministrator
            ) : !may(visit, 'users:read') ? (
              <Address email={createdByEmail} cut="one-line" />
            ) : (
              <a href={`${pagePaths.consoleUsers}/${createdBy}`}>
                <Address email={createdByEmail} cut="one-line" />
              </a>
            )}
          </span>
        )}
      </p>
      <p class="times">
        {status === 'pending' && <Time view={view} label={words.expires} at={expiresAt} />}
        {status === 'expired' && <Time view={view} label={words.expired} at={expiresAt} />}
        {acceptedAt !== null && <Time view={view} label={words.accepted} at={acceptedAt} />}
      </p>
    </>
  )
}
