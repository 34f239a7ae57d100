import { type ProofElsewhere, proofElsewhere } from '../../../gate/access/proof-elsewhere.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { doneAt } from '../../../gate/pages/account/done-at.ts'
import { destinationOf } from '../../../gate/pages/after-credentials.ts'
import { DeviceName } from '../../../gate/pages/device-name.tsx'
import { card, type Looks } from '../../../gate/pages/layout.tsx'
import { type Hosted, type View, type Visit, viewOf } from '../../../gate/pages/view.ts'
import { hasPasswords } from '../../../gate/passwords/has-passwords.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { servedPath } from '../../../platform/kernel/own-path.ts'
import { Address } from '../../../platform/pages/components/address.tsx'
import { Facts } from '../../../platform/pages/components/facts.tsx'
import { Form } from '../../../platform/pages/components/form.tsx'
import { sentence } from '../../../platform/pages/components/sentence.ts'
import { Time } from '../../../platform/pages/components/time.tsx'
import { requestSetPassword } from '../../passwords/index.ts'

/** A visitor in a browser that the account did not know sees who made the account, because that may have been a stranger. */
export const addressProvedPage = (looks: Looks): Hosted => ({
  path: pagePaths.addressProved,
  for: 'people',

  async show(visit) {
    const { caller } = visit
    const proof = caller && (await proofElsewhere(visit.deps, caller))
    if (!proof) return new Redirect(onward(visit))
    const view = viewOf(visit)
    const { addressProved: words, common } = view.t
    return card(
      { view, visit, looks, title: words.title },
      <>
        <p>{sentence(words.lead, <Address email={caller.account.email} />)}</p>
        <ProofFacts view={view} proof={proof} />
        <Removed view={view} proof={proof} />
        {proof.hasPassword ? (
          <p class="hint">
            {words.notMine} <a href={pagePaths.forgotPassword}>{words.choose}</a>
          </p>
        ) : (
          hasPasswords(visit.deps.config) && <Form form={{ view, visit, action: 'choosePassword' }} submit={words.choose} />
        )}
        <p>
          <a
            class={proof.hasPassword || !hasPasswords(visit.deps.config) ? 'button' : 'quiet button'}
            href={destinationOf(visit)}
          >
            {common.continue}
          </a>
        </p>
      </>,
    )
  },

  actions: {
    async choosePassword(call) {
      await call.run(requestSetPassword)
      return new Redirect(pagePaths.setPassword)
    },
  },
})

/** Only the account page can say that the address is verified. */
function onward(visit: Visit): string {
  const destination = destinationOf(visit)
  const isTold =
    destination === servedPath(visit.deps.config.server, pagePaths.account) && visit.caller?.account.verifiedAt !== undefined
  return isTold ? doneAt('email', 'verified') : destination
}

const listOf = ({ locale }: View, names: readonly string[]): string => new Intl.ListFormat(locale).format(names)

type ProofProps = { readonly view: View; readonly proof: ProofElsewhere }

function Removed({ view, proof }: ProofProps) {
  const { addressProved: words } = view.t
  if (proof.removed.length === 0) return null
  return (
    <>
      <p>{words.removed}</p>
      <ul>
        {proof.removed.map((kind) => (
          <li>
            {words.kinds[kind]}
            {kind === 'providers' && <bdi> ({listOf(view, proof.removedProviders)})</bdi>}
          </li>
        ))}
      </ul>
    </>
  )
}

function ProofFacts({ view, proof: { madeAt, ip, userAgent, hasPassword, mailbox, providers } }: ProofProps) {
  const { addressProved: words, common } = view.t
  const methods = [...(hasPassword ? [common.password] : []), ...(mailbox ? [words.mailedCode] : []), ...providers]
  return (
    <Facts
      facts={[
        [words.madeAt, <Time view={view} at={timestamp(madeAt)} />],
        ip !== '' && [words.madeFrom, [<DeviceName view={view} userAgent={userAgent} />, ', ', <bdi>{ip}</bdi>]],
        [words.opensWith, methods.length === 0 ? words.nothing : <bdi>{listOf(view, methods)}</bdi>],
      ]}
    />
  )
}
