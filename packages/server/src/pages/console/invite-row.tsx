import type { Static } from 'typebox'
import type { InviteView } from '../../core/views/invite-view.ts'
import { pagePaths } from '../../kernel/page-paths.ts'
import { Ask } from '../components/ask.tsx'
import { ButtonForm } from '../components/button-form.tsx'
import { sentence } from '../components/sentence.ts'
import { Time } from '../components/time.tsx'
import type { View } from '../view.ts'
import type { Desk } from './console-document.tsx'

type Invite = Static<typeof InviteView>

const TONES: Readonly<Record<string, string>> = { pending: 'tag good', expired: 'tag bad' }

/** One invite: to whom, how it stands, and what can still be done about it. */
export function InviteRow({ view, visit, invite }: Desk & { readonly invite: Invite }) {
  const words = view.t.console.invites
  const { id, email, status } = invite
  const isOpen = status === 'pending' || status === 'expired'
  return (
    <li>
      <div>
        <p class="thing" id={`invite-${id}`}>
          <bdi>{email}</bdi> <span class={TONES[status] ?? 'tag'}>{words.statuses[status as keyof typeof words.statuses]}</span>
        </p>
        <InviteTimes view={view} invite={invite} />
      </div>
      {isOpen && (
        <div class="acts">
          <ButtonForm
            form={{ view, visit, action: 'resend', fields: {} }}
            submit={words.resend}
            hidden={{ id }}
            describedBy={`invite-${id}`}
          />
          <Ask summary={words.revoke} tone="danger">
            <p>{sentence(words.revokeConsequence, <bdi>{email}</bdi>)}</p>
            <ButtonForm
              form={{ view, visit, action: 'revoke', fields: {} }}
              submit={words.revokeSubmit}
              hidden={{ id }}
              tone="danger"
            />
          </Ask>
        </div>
      )}
    </li>
  )
}

function InviteTimes({ view, invite }: { readonly view: View; readonly invite: Invite }) {
  const words = view.t.console.invites
  const { status, createdAt, expiresAt, acceptedAt, createdBy } = invite
  return (
    <dl class="line">
      <Moment view={view} label={words.created} at={createdAt} />
      {createdBy !== null && (
        <div>
          <dt>{words.by}</dt>
          <dd>
            <a href={`${pagePaths.consoleUsers}/${createdBy}`}>{words.anAdministrator}</a>
          </dd>
        </div>
      )}
      {status === 'pending' && <Moment view={view} label={words.expires} at={expiresAt} />}
      {status === 'expired' && <Moment view={view} label={words.expired} at={expiresAt} />}
      {acceptedAt !== null && <Moment view={view} label={words.accepted} at={acceptedAt} />}
    </dl>
  )
}

const Moment = ({ view, label, at }: { readonly view: View; readonly label: string; readonly at: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      <Time view={view} at={at} />
    </dd>
  </div>
)
