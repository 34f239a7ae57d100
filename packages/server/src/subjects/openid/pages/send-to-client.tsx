import { card, type Looks } from '../../../gate/pages/layout.tsx'
import { type Visit, viewOf } from '../../../gate/pages/view.ts'
import type { CookieChange } from '../../../platform/kernel/cookies.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import type { PageResult, ShownPage } from '../../../platform/kernel/hosted-page.ts'
import { ButtonLink } from '../../../platform/pages/components/button-link.tsx'
import type { RedirectedError } from '../steps/authorization-params.ts'
import type { Destination } from '../steps/authorization-request.ts'
import type { OidcClient } from '../tables/clients.ts'

type Message = { readonly code: string } | { readonly error: RedirectedError; readonly error_description: string }

interface Sending {
  readonly looks: Looks
  readonly client: Pick<OidcClient, 'name'>
  readonly to: Destination
  readonly message: Message
  /** Chrome applies the `form-action` of a page to every hop after its form, so no redirect may follow one of ours. */
  readonly isAfterForm: boolean
}

/**
 * The only place that sends people to applications: to addresses that `readRequest` has compared with those of the client, with `iss` in every
 * answer (RFC 9207), so that no application takes an answer of another provider for ours.
 */
export function sendToClient(visit: Visit, { looks, client, to, message, isAfterForm }: Sending): PageResult {
  const { redirectUri, mode, state } = to
  const iss = visit.deps.config.server.publicUrl
  const facts = { ...message, ...(state !== undefined && { state }), iss }
  if (mode === 'form_post') return formPage(visit, looks, client, redirectUri, facts)
  const address = `${redirectUri}${joint(redirectUri)}${new URLSearchParams(facts)}`
  return isAfterForm ? leadingPage(visit, looks, client, address) : new Redirect(address)
}

interface Leaving extends Pick<Sending, 'looks' | 'client' | 'isAfterForm'> {
  /** A registered one, with `state`. */
  readonly address: string
  readonly cookies: CookieChange
}

/** Back to the application that has sent a person here to be signed out. */
export function sendAfterSignOut(visit: Visit, { looks, client, address, isAfterForm, cookies }: Leaving): PageResult {
  if (!isAfterForm) return new Redirect(address, cookies)
  return { ...leadingPage(visit, looks, client, address), cookies }
}

/** A query of the registered address stays (RFC 6749, 3.1.2), as it is written. */
const joint = (uri: string): string => (uri.includes('?') ? (/[?&]$/.test(uri) ? '' : '&') : '?')

function leadingPage(visit: Visit, looks: Looks, { name }: Pick<OidcClient, 'name'>, address: string): ShownPage {
  const view = viewOf(visit)
  const { t } = view
  const shown = card(
    { view, looks, title: t.authorize.leaving(name), leadsTo: address },
    <>
      <p>{t.authorize.leavingLead}</p>
      <p>
        <ButtonLink href={address} words={t.common.continue} />
      </p>
    </>,
  )
  return { ...shown, leadsOut: { formTo: undefined } }
}

function formPage(
  visit: Visit,
  looks: Looks,
  { name }: Pick<OidcClient, 'name'>,
  address: string,
  facts: Readonly<Record<string, string>>,
): PageResult {
  const view = viewOf(visit)
  const { t } = view
  const shown = card(
    { view, looks, title: t.authorize.leaving(name) },
    <form method="post" action={address} class="form" data-sent-at-once>
      {Object.entries(facts).map(([key, value]) => (
        <input key={key} type="hidden" name={key} value={value} />
      ))}
      <p>{t.authorize.leavingByForm}</p>
      <button type="submit">{t.common.continue}</button>
    </form>,
  )
  return { ...shown, leadsOut: { formTo: new URL(address).origin } }
}
