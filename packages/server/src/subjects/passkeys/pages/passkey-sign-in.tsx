import { PasskeyForm, WithPasskeys } from '../../../gate/pages/passkey-form.tsx'
import type { PageProps } from '../../../gate/pages/view.ts'
import type { FormState } from '../../../platform/pages/components/form.tsx'
import { canSignInWithPasskey } from '../steps/relying-party.ts'

export function PasskeySignIn({ view, visit }: PageProps) {
  if (!canSignInWithPasskey(visit.deps)) return null
  const form: FormState = { view, visit, action: 'passkey' }
  const { signIn } = view.t.factors.passkey
  return (
    <WithPasskeys>
      <PasskeyForm form={form} does="get" options="~/auth/passkey/options" submit={signIn} tone="quiet" isOffered />
    </WithPasskeys>
  )
}
