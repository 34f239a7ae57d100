import type { Deps } from '../../../gate/deps.ts'
import type { PresentedCookies } from '../../../platform/kernel/cookies.ts'
import { hashToken, isToken } from '../../../platform/kernel/tokens.ts'
import { type SignInCode, signInCodesIn } from '../tables/sign-in-codes.ts'

/** The code that this browser has asked for, whether or not it was ever mailed. */
export const waitingCode = async (
  { store }: Pick<Deps, 'store'>,
  { signInCode }: Pick<PresentedCookies, 'signInCode'>,
): Promise<SignInCode | undefined> =>
  signInCode !== undefined && isToken(signInCode) ? signInCodesIn(store).find(hashToken(signInCode)) : undefined
