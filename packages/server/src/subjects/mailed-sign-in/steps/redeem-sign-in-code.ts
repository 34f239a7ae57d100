import type { AdmittedSignIn } from '../../../gate/access/admit.ts'
import { requireSignUp } from '../../../gate/accounts/sign-up-rules.ts'
import { readSignUpData } from '../../../gate/data/changes.ts'
import type { Context, Deps } from '../../../gate/deps.ts'
import { withLocks } from '../../../gate/hooks.ts'
import { limitsIn } from '../../../gate/limits/tables/limits.ts'
import type { AllowedNewcomer } from '../../../gate/registration-hook/registration-hook.ts'
import type { PresentedCookies } from '../../../platform/kernel/cookies.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import type { SignInCode } from '../tables/sign-in-codes.ts'
import { enterByCode } from './enter-by-code.ts'
import { returnCode } from './guess-limit.ts'
import type { Asked } from './write-code.ts'

type Call = Context & {
  readonly cookies: PresentedCookies
  readonly body: { readonly data?: Readonly<Record<string, unknown>> }
}

interface Right {
  readonly asked: Asked
  /** In which the guess was counted. */
  readonly bucket: string | undefined
}

/** For a code that was right. A refusal costs no guess, so that it stays good for its reader. */
export async function redeemSignInCode(call: Call, code: SignInCode, right: Right): Promise<AdmittedSignIn> {
  try {
    return await redeem(call, code, right)
  } catch (error) {
    if (error instanceof Failure) await returnCode(call.deps.store, code, right.bucket)
    throw error
  }
}

async function redeem(call: Call, code: SignInCode, { asked, bucket }: Right): Promise<AdmittedSignIn> {
  const { body, deps } = call
  const { accountId } = code
  const { email } = asked
  const who = accountId === undefined ? { newcomer: await allowedNewcomer(deps, asked, body.data) } : { accountId, email }
  return withLocks(call, async (tx) => {
    const entered = await enterByCode(tx, code, who)
    if (bucket !== undefined) await limitsIn(tx).giveBack(bucket)
    return entered
  })
}

/** Whether an account may be made is decided now, not when the code was asked for. */
async function allowedNewcomer(deps: Deps, { email, name }: Asked, sent: Call['body']['data']): Promise<AllowedNewcomer> {
  await requireSignUp(deps, 'mailed-code', email)
  // Asked for once the mailbox is proved: an earlier question would tell a stranger that there is no account.
  const data = readSignUpData(deps.config.data.fields, sent)
  const called = name ?? email.slice(0, email.indexOf('@'))
  return deps.registrationHook.ask({ email, name: called, mailbox: 'proved', signIn: { method: 'mailbox' }, data })
}
