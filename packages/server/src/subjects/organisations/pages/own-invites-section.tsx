import type { Static } from 'typebox'
import { pagePaths } from '../../../gate/page-paths.ts'
import { Section } from '../../../gate/pages/account/section.tsx'
import type { Panel } from '../../../gate/pages/view.ts'
import { Acts } from '../../../platform/pages/components/acts.tsx'
import { ButtonForm } from '../../../platform/pages/components/button-form.tsx'
import { ConfirmPanel } from '../../../platform/pages/components/confirm-panel.tsx'
import { type FormState, Refusal } from '../../../platform/pages/components/form.tsx'
import { Icon } from '../../../platform/pages/components/icon.tsx'
import { sentence } from '../../../platform/pages/components/sentence.ts'
import { Time } from '../../../platform/pages/components/time.tsx'
import type { listOwnOrgInvites } from '../flows/own-invites.ts'
import { roleWords } from './role-words.ts'

type Invites = Static<typeof listOwnOrgInvites.reply>['invites']

/** Without invitations the section is left out, unless the address is unverified and may have some. */
export function OwnInvitesSection({ view, visit, me, invites }: Panel & { readonly invites: Invites }) {
  const words = view.t.organisations.own
  const accept: FormState = { view, visit, action: 'accept' }
  const decline: FormState = { view, visit, action: 'decline' }
  const { failure, query } = visit
  const hasNews = query['done'] === 'declined' || failure?.action === accept.action || failure?.action === decline.action
  if (me.isVerified && invites.length === 0 && !hasNews) return null
  const lead = invites.length > 0 ? words.invitesLead : undefined
  return (
    <Section id="invites" title={words.invites} lead={lead} visit={visit} notices={{ declined: words.declined }}>
      <Refusal form={accept} />
      <Refusal form={decline} />
      {!me.isVerified && (
        <p>
          {words.unverified} <a href={`${pagePaths.account}#email`}>{words.confirm}</a>
        </p>
      )}
      {invites.length > 0 && (
        <ul class="things">
          {invites.map((invite) => (
            <InviteRow key={invite.id} accept={accept} decline={decline} invite={invite} />
          ))}
        </ul>
      )}
    </Section>
  )
}

type InviteRowProps = { readonly accept: FormState; readonly decline: FormState; readonly invite: Invites[number] }

function InviteRow({ accept, decline, invite }: InviteRowProps) {
  const { view } = accept
  const { invitedBy, expires, own: words } = view.t.organisations
  const { id, organisation } = invite
  return (
    <li>
      <div class="thing">
        <Icon name="mail" />
        <div>
          <p id={`invite-${id}`}>
            <b>
              <bdi>{organisation.name}</bdi>
            </b>{' '}
            <span class="tag">{roleWords(view, invite.role)}</span>
          </p>
          <p class="line">
            <span>
              {invitedBy} <bdi>{invite.invitedBy}</bdi>
            </span>
            <Time view={view} label={expires} at={invite.expiresAt} />
          </p>
        </div>
      </div>
      <Acts>
        <ButtonForm form={accept} submit={words.accept} hidden={{ id }} describedBy={`invite-${id}`} tone="plain" />
        <ConfirmPanel summary={words.decline} title={words.declineTitle}>
          <p>{sentence(words.declineConsequence, <bdi>{organisation.name}</bdi>)}</p>
          <ButtonForm form={decline} submit={words.declineSubmit} hidden={{ id }} hasCancel />
        </ConfirmPanel>
      </Acts>
    </li>
  )
}
