import { PasskeyForm, WithPasskeys } from '../../../gate/pages/passkey-form.tsx'
import type { View, Visit } from '../../../gate/pages/view.ts'
import type { FormState } from '../../../platform/pages/components/form.tsx'
import { opensByPasskey } from '../steps/relying-party.ts'

/** The way in without a password, for browsers that know it. They also offer it where the address is typed. */
export function PasskeySignIn({ view, visit }: { readonly view: View; readonly visit: Visit }) {
  if (!opensByPasskey(visit.deps)) return null
  const form: FormState = { view, visit, action: 'passkey' }
  return (
    <WithPasskeys>
      <PasskeyForm
        form={form}
        does="get"
        options="/auth/passkey/options"
        submit={view.t.factors.passkey.signIn}
        tone="quiet"
        isOffered
      />
    </WithPasskeys>
  )
}
