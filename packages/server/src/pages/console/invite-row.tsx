import type { Static } from 'typebox'
import type { listInvites } from '../../features/admin/list-invites.ts'
import { pagePaths } from '../../kernel/page-paths.ts'
import { Address } from '../components/address.tsx'
import { Ask } from '../components/ask.tsx'
import { ButtonForm } from '../components/button-form.tsx'
import { sentence } from '../components/sentence.ts'
import { Time } from '../components/time.tsx'
import type { View } from '../view.ts'
import type { Desk } from './console-document.tsx'

type Invite = Static<typeof listInvites.reply>['invites'][number]

const TONES: Readonly<Record<string, string>> = { pending: 'tag good', expired: 'tag bad' }

/** One invite, in a row whose parts stand below each other: to whom, how it stands, and what can still be done about it. */
export function InviteRow({ view, visit, invite }: Desk & { readonly invite: Invite }) {
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
      <InviteTimes view={view} invite={invite} />
      {isOpen && (
        <div class="acts">
          <ButtonForm
            form={{ view, visit, action: 'resend', fields: {} }}
            submit={words.resend}
            hidden={{ id }}
            describedBy={`invite-${id}`}
          />
          <Ask summary={words.revoke} title={words.revokeTitle} isSmall>
            <p>{sentence(words.revokeConsequence, <Address email={email} />)}</p>
            <ButtonForm
              form={{ view, visit, action: 'revoke', fields: {} }}
              submit={words.revokeSubmit}
              hidden={{ id }}
              tone="plain"
              hasCancel
            />
          </Ask>
        </div>
      )}
    </li>
  )
}

/** Since when, from whom, and until when. */
function InviteTimes({ view, invite }: { readonly view: View; readonly invite: Invite }) {
  const words = view.t.console.invites
  const { status, createdAt, expiresAt, acceptedAt, createdBy, createdByEmail } = invite
  return (
    <>
      <p class="times">
        <Moment view={view} label={words.created} at={createdAt} />
        {createdBy !== null && (
          <span>
            {words.by}{' '}
            {!createdByEmail ? (
              words.anAdministrator
            ) : (
              <a href={`${pagePaths.consoleUsers}/${createdBy}`}>
                <Address email={createdByEmail} cut="one-line" />
              </a>
            )}
          </span>
        )}
      </p>
      <p class="times">
        {status === 'pending' && <Moment view={view} label={words.expires} at={expiresAt} />}
        {status === 'expired' && <Moment view={view} label={words.expired} at={expiresAt} />}
        {acceptedAt !== null && <Moment view={view} label={words.accepted} at={acceptedAt} />}
      </p>
    </>
  )
}

const Moment = ({ view, label, at }: { readonly view: View; readonly label: string; readonly at: string }) => (
  <span>
    {label} <Time view={view} at={at} />
  </span>
)
