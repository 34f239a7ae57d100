import type { Static } from 'typebox'
import type { View } from '../../../gate/pages/view.ts'
import type { getUser } from '../flows/get-user.ts'

export function factorLabels({ t, locale }: View, { factors }: Static<typeof getUser.reply>): readonly string[] {
  if (!factors) return []
  const { kinds } = t.console.user
  const { email, totp, passkeys, recoveryCodes } = factors
  const number = new Intl.NumberFormat(locale)
  return [
    ...(passkeys > 0 ? [kinds.passkeys(number.format(passkeys))] : []),
    ...(totp ? [kinds.totp] : []),
    ...(email ? [kinds.email] : []),
    ...(recoveryCodes > 0 ? [kinds.recoveryCodes(number.format(recoveryCodes))] : []),
  ]
}
