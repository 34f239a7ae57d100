import { pagePaths } from '../../../gate/page-paths.ts'
import { destinationOf } from '../../../gate/pages/after-credentials.ts'
import { checkFields, digits, filled, password } from '../../../gate/pages/check-fields.ts'
import { card, type Looks } from '../../../gate/pages/layout.tsx'
import { arrivalOf } from '../../../gate/pages/page-hooks.ts'
import { readPasskey } from '../../../gate/pages/passkey-form.tsx'
import { type Hosted, type Submission, type Visit, viewOf } from '../../../gate/pages/view.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { HELD_FIELD, RESUMED_FIELD, repeatedAddress } from '../../../platform/kernel/hosted-page.ts'
import { sentence } from '../../../platform/pages/components/sentence.ts'
import { getStepUp } from '../step-up/get-step-up.ts'
import { sendStepUpCode } from '../step-up/send-step-up-code.ts'
import { stepUp } from '../step-up/step-up.ts'
import { digitsOfApp } from '../steps/digits-of-app.ts'
import { chosenMethod, OtherMethods } from './other-methods.tsx'
import { Proof } from './proof.tsx'

export const stepUpPage = (looks: Looks): Hosted => ({
  path: pagePaths.stepUp,
  for: 'people',
  shownAgain: ['code'],

  async show(visit) {
    const view = viewOf(visit)
    const { t } = view
    const { elevatedUntil, methods: known } = await visit.run(getStepUp)
    const arrival = await arrivalOf(visit)
    // What an application asks for is newer, or stronger, than what was shown before.
    if (elevatedUntil !== null && !arrival?.proof) return new Redirect(withoutCode(visit, destinationOf(visit)))
    const wanted = arrival?.proof?.methods
    const methods = known
      .map((method) => method as keyof typeof t.factors.use)
      .filter((method) => wanted === undefined || wanted.includes(method))
    const chosen = chosenMethod(asked(visit), methods) ?? 'passkey'
    return card(
      { view, visit, looks, title: t.stepUp.title, hasPasskeys: chosen === 'passkey' },
      <>
        <p>{arrival?.proof ? sentence(t.stepUp.forApp, <b class="address">{arrival.app}</b>) : t.stepUp.lead}</p>
        <Proof view={view} visit={visit} method={chosen} digits={await digitsOfApp(visit.deps, visit.caller?.account.id)} />
        <OtherMethods {...{ view, visit, methods, chosen }} />
        <p class="aside">
          <a href={arrival?.cancelTo ?? cancelled(visit)}>{t.common.cancel}</a>
        </p>
      </>,
    )
  },

  actions: {
    async confirm(call) {
      const { password: typed, code, method } = call.fields
      const isCode = method === 'totp' ? digits(await digitsOfApp(call.deps, call.caller?.account.id)) : filled
      checkFields(call, typed !== undefined ? { password } : { code: isCode })
      return confirmed(call, { password: typed, code, method })
    },

    confirmPasskey: (call) => confirmed(call, { method: 'passkey', ...readPasskey(call) }),

    async send(call) {
      const { returnTo } = call.query
      const { codeSent } = await call.run(sendStepUpCode, { body: { returnTo } })
      const facts = { sent: codeSent ? 'now' : 'before', ...(returnTo !== undefined && { returnTo }) }
      return new Redirect(`${pagePaths.stepUp}?${new URLSearchParams(facts)}`)
    },
  },
})

async function confirmed(call: Submission, proof: object): Promise<Redirect> {
  await call.run(stepUp, { body: proof })
  const back = destinationOf(call)
  // The browser that has just proved it sends the form that waited, with its origin and without another press.
  return call.held?.isWhole && call.held.address === back ? new Redirect(repeatedAddress(back), {}, 307) : new Redirect(back)
}

/** After a code was sent, the page asks for that code unless its address names another method. */
const asked = (visit: Visit): Visit =>
  visit.query['sent'] === undefined ? visit : { ...visit, query: { method: 'email', ...visit.query } }

/** The link of the mail has the code in its fragment, which a browser keeps over a redirect to an address without one. */
const withoutCode = ({ query }: Visit, destination: string): string =>
  query['sent'] === undefined || destination.includes('#') ? destination : `${destination}#`

/** Leads back without the form to resume: nothing was confirmed. */
function cancelled(visit: Visit): string {
  const { publicUrl } = visit.deps.config.server
  const destination = destinationOf(visit)
  const address = new URL(destination, publicUrl)
  for (const field of [RESUMED_FIELD, HELD_FIELD]) address.searchParams.delete(field)
  return destination.startsWith('/') ? address.href.slice(publicUrl.length) : address.href
}
