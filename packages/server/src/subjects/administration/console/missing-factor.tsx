import type { Caller } from '../../../gate/deps.ts'
import { methodsAfter } from '../../../gate/factors/methods.ts'
import type { SecondFactor } from '../../../gate/factors/second-factors.ts'
import { stepUpMethodsOf } from '../../../gate/factors/step-up.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import type { PageProps, Visit } from '../../../gate/pages/view.ts'
import { sessionsIn } from '../../../gate/sessions/tables/sessions.ts'
import { Address } from '../../../platform/pages/components/address.tsx'
import { Form } from '../../../platform/pages/components/form.tsx'
import { sentence } from '../../../platform/pages/components/sentence.ts'
import { chosenMethod, digitsOfApp, OtherMethods, Proof } from '../../factors/index.ts'

/** In the query of an administrator who is signed in, and wants to sign in with another account. */
const OTHER = { as: 'other' }

interface Missing {
  /** How a signed-in administrator can pass the second factor; empty where there is no way but to sign in anew. */
  readonly ways: readonly SecondFactor[]
  readonly chosen: SecondFactor
  /** Confirmed in this session, as a step-up; the others complete a challenge, as at a sign-in. */
  readonly isInPlace: boolean
  /** Of a code of the administrator's app. */
  readonly digits: number | undefined
}

export async function missingFactorOf(visit: Visit, caller: Caller): Promise<Missing | undefined> {
  const { deps, query } = visit
  const { id: sessionId } = caller.session
  if (query['as'] === OTHER.as) return undefined
  const confirmed = await stepUpMethodsOf(deps.store, deps, caller)
  const entry = { signIn: await sessionsIn(deps.store).beganBy(sessionId), sessionId }
  const methods = await methodsAfter(deps.store, deps, caller.account, entry)
  const isInPlace = (method: SecondFactor): boolean => method !== 'email' && confirmed.includes(method)
  const challenged = methods.filter((method) => !isInPlace(method))
  // One way stands for all that the page of the challenge offers.
  const ways = [...methods.filter(isInPlace), ...challenged.slice(-1)]
  const chosen = chosenMethod(visit, ways) ?? 'email'
  return { ways, chosen, isInPlace: isInPlace(chosen), digits: await digitsOfApp(deps, caller.account.id) }
}

export function MissingFactor({ view, visit, ways, chosen, isInPlace, digits }: PageProps & Missing) {
  const { console, common, stepUp, twoFactor } = view.t
  const email = visit.caller?.account.email ?? ''
  const isMailed = chosen === 'email'
  const { returnTo } = visit.query
  const other = new URLSearchParams({ ...OTHER, ...(returnTo !== undefined && { returnTo }) })
  return (
    <>
      <p>{sentence(console.signIn.missing, <Address email={email} />)}</p>
      {isInPlace ? (
        <Proof view={view} visit={visit} method={chosen} digits={digits} />
      ) : (
        <>
          {isMailed && <p>{sentence(stepUp.mailLead, <Address email={email} />)}</p>}
          <Form form={{ view, visit, action: 'send' }} submit={isMailed ? stepUp.send : twoFactor.submit} />
        </>
      )}
      <OtherMethods view={view} visit={visit} methods={ways} chosen={chosen} />
      <p class="aside">
        <a href={`${pagePaths.consoleSignIn}?${other}`}>{console.refused.other}</a>
      </p>
      <p class="aside">
        <a href={pagePaths.account}>{common.cancel}</a>
      </p>
    </>
  )
}
