import { CODE_LENGTH } from '../../../gate/factors/code-length.ts'
import { SECOND_FACTORS, type SecondFactor } from '../../../gate/factors/second-factors.ts'
import { waitingChallenge } from '../../../gate/factors/waiting-challenge.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { afterCredentials, withReturn } from '../../../gate/pages/after-credentials.ts'
import { checkFields, digits, filled } from '../../../gate/pages/check-fields.ts'
import { isInConsole } from '../../../gate/pages/console/console-problem.tsx'
import { card, type Looks } from '../../../gate/pages/layout.tsx'
import { readPasskey } from '../../../gate/pages/passkey-form.tsx'
import { type Hosted, type Submission, type View, type Visit, viewOf } from '../../../gate/pages/view.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { Alert } from '../../../platform/pages/components/alert.tsx'
import { ButtonLink } from '../../../platform/pages/components/button-link.tsx'
import { resendCode } from '../flows/resend-code.ts'
import { verifyCode } from '../flows/verify-code.ts'
import { digitsOfApp } from '../steps/digits-of-app.ts'
import { chosenMethod } from './other-methods.tsx'
import { SecondStep } from './second-step.tsx'

/** Both the sign-in and the link of the mail lead here. */
export const twoFactorPage = (looks: Looks): Hosted => ({
  path: pagePaths.twoFactor,
  for: 'anybody',
  shownAgain: ['challengeId', 'code', 'trustDevice'],

  async show(visit) {
    const view = viewOf(visit)
    const { t } = view
    const challengeId = visit.typed['challengeId'] || visit.query['challengeId']
    const waiting = await waitingChallenge(visit.deps, challengeId ?? '', visit.cookies.binding)
    const digits = await digitsOfApp(visit.deps, waiting?.accountId)
    const { methods, ...known } = waiting ?? { ...STRANGER, methods: [methodOfStranger(visit)] }
    const chosen = chosenMethod(visit, methods) ?? 'passkey'
    const isMailed = methods.includes('email')
    const isGuessedOut = known.isGuessedOut && (isMailed ? t.twoFactor : t.factors).guessedOut
    const end = methods.length === 0 ? t.factors.unusable : isGuessedOut || endOf(view, visit, isMailed)
    const title = end === undefined ? t.twoFactor.title : t.twoFactor.deadTitle
    const signInPath = signInPathOf(visit)
    return card(
      { view, visit, looks, title, hasPasskeys: end === undefined && chosen === 'passkey' },
      end === undefined ? (
        <SecondStep {...{ view, visit, challengeId, methods, chosen, signInPath, digits }} {...known} />
      ) : (
        <>
          <Alert>{end}</Alert>
          <ButtonLink href={signInPath} words={t.twoFactor.startAgain} />
        </>
      ),
    )
  },

  actions: {
    async verify(call) {
      const { challengeId, code, method } = call.fields
      checkFields(call, { code: method === 'recovery' ? filled : digits(await lengthOf(call)) })
      return entered(call, { challengeId, code, method })
    },

    verifyPasskey: (call) => entered(call, { challengeId: call.fields['challengeId'], ...readPasskey(call) }),

    async resend(call) {
      const { challengeId = '' } = call.fields
      const sent = await call.run(resendCode, { body: { challengeId } })
      const { returnTo, method } = call.query
      const outcome = 'error' in sent ? { done: 'unknown' } : { done: 'resent', expiresAt: sent.expiresAt }
      const facts = {
        challengeId,
        ...outcome,
        ...(returnTo !== undefined && { returnTo }),
        ...(method !== undefined && { method }),
      }
      return new Redirect(`${pagePaths.twoFactor}?${new URLSearchParams(facts)}`)
    },
  },
})

/** A mailed code has as many digits in every account; what the app of an account shows is not to be known to a stranger. */
async function lengthOf({ deps, cookies, fields }: Submission): Promise<number | undefined> {
  if (fields['method'] !== 'totp') return CODE_LENGTH.least
  return digitsOfApp(deps, (await waitingChallenge(deps, fields['challengeId'] ?? '', cookies.binding))?.accountId)
}

async function entered(call: Submission, proof: object): Promise<Redirect> {
  const trustDevice = call.fields['trustDevice'] !== undefined
  return afterCredentials(call, await call.run(verifyCode, { body: { ...proof, trustDevice } }))
}

/** A browser that did not begin the sign-in is told nothing of it. */
const STRANGER = { accountId: undefined, mailbox: undefined, canTrust: false, isGuessedOut: false } as const

/** The sign-in has put the method into the address; the link of a mail names none. */
const methodOfStranger = ({ query }: Visit): SecondFactor => SECOND_FACTORS.find((one) => one === query['method']) ?? 'email'

/** A code that was not mailed cannot expire: then the sign-in itself came too late. */
function endOf({ t }: View, { query, failure }: Visit, isMailed: boolean): string | undefined {
  if (failure?.code === 'two_factor_code_expired') return isMailed ? t.errors.two_factor_code_expired : t.factors.tooLate
  if (failure) return failure.code === 'two_factor_code_already_used' ? t.errors[failure.code] : undefined
  return query['done'] === 'unknown' ? t.twoFactor.unknown : undefined
}

/** Administrators have a sign-in page of their own, at which the second factor is always owed. */
const signInPathOf = ({ query: { returnTo }, deps: { config } }: Visit): string => {
  const isConsole = returnTo !== undefined && isInConsole(config, returnTo)
  return withReturn(isConsole ? pagePaths.consoleSignIn : pagePaths.signIn, returnTo)
}
