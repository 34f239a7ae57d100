import { type ProvedElsewhere, provedElsewhere } from '../../core/access/proved-elsewhere.ts'
import { mailboxCookie } from '../../core/codes/mailbox-cookie.ts'
import { disownAccount } from '../../features/lifecycle/disown-account.ts'
import { timestamp } from '../../kernel/clock.ts'
import { Redirect } from '../../kernel/endpoint.ts'
import { pagePaths } from '../../kernel/page-paths.ts'
import { doneAt } from '../account/done-at.ts'
import { Address } from '../components/address.tsx'
import { DeviceName } from '../components/device-name.tsx'
import { Form } from '../components/form.tsx'
import { document, type Looks } from '../components/layout.tsx'
import { sentence } from '../components/sentence.ts'
import { Time } from '../components/time.tsx'
import { type Hosted, type View, type Visit, viewOf } from '../view.ts'
import { destinationOf } from './after-credentials.ts'

/**
 * `/address-proved`: where a confirmed address leads. A visitor who confirmed it in a browser that the account did not know
 * is shown how the account came to be and what opens it; any other is sent on.
 */
export const addressProvedPage = (looks: Looks): Hosted => ({
  path: pagePaths.addressProved,
  for: 'people',

  async show(visit) {
    const { caller, deps } = visit
    const proof = caller && (await provedElsewhere(deps, caller))
    if (!proof) return new Redirect(onward(visit))
    const view = viewOf(visit)
    const { addressProved: words, common } = view.t
    return document({
      view,
      visit,
      looks,
      title: words.title,
      children: (
        <>
          <h1>{words.title}</h1>
          <p>{sentence(words.lead, <Address email={caller.account.email} />)}</p>
          <Facts view={view} proof={proof} />
          {proof.removed.length > 0 && <p>{sentence(words.removed, <bdi>{listOf(view, proof.removed)}</bdi>)}</p>}
          <p>
            <a class="button" href={destinationOf(visit)}>
              {common.continue}
            </a>
          </p>
          <h2>{words.notMeTitle}</h2>
          <p class="hint">{words.notMeLead}</p>
          <Form form={{ view, visit, action: 'disown', fields: {} }} submit={words.notMe} tone="danger" />
        </>
      ),
    })
  },

  actions: {
    async disown(call) {
      const mailbox = mailboxCookie(call.deps, call.caller?.account.email ?? '', 'reset')
      await call.run(disownAccount)
      return new Redirect(`${pagePaths.checkMail}?for=reset&done=ended`, { mailbox })
    },
  },
})

/** The account says what was done; every other page is gone to without a word. */
function onward(visit: Visit): string {
  const destination = destinationOf(visit)
  const isSaid = destination === pagePaths.account && visit.caller?.account.verifiedAt !== undefined
  return isSaid ? doneAt('email', 'verified') : destination
}

const listOf = ({ locale }: View, names: readonly string[]): string => new Intl.ListFormat(locale).format(names)

function Facts({ view, proof }: { readonly view: View; readonly proof: ProvedElsewhere }) {
  const { addressProved: words, common } = view.t
  const { madeAt, ip, userAgent, hasPassword, providers } = proof
  const ways = [...(hasPassword ? [common.password] : []), ...providers]
  return (
    <dl class="facts">
      <dt>{words.madeAt}</dt>
      <dd>
        <Time view={view} at={timestamp(madeAt)} />
      </dd>
      {ip !== '' && (
        <>
          <dt>{words.madeFrom}</dt>
          <dd>
            <DeviceName view={view} userAgent={userAgent} />, <bdi>{ip}</bdi>
          </dd>
        </>
      )}
      <dt>{words.opensWith}</dt>
      <dd>{ways.length === 0 ? words.nothing : <bdi>{listOf(view, ways)}</bdi>}</dd>
    </dl>
  )
}
