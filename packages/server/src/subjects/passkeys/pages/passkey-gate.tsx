import type { View, Visit } from '../../../gate/pages/view.ts'
import { Ask } from '../../../platform/pages/components/ask.tsx'
import { Check } from '../../../platform/pages/components/check.tsx'
import { Form, type FormState } from '../../../platform/pages/components/form.tsx'
import { hasFailed } from '../../../platform/pages/components/form-failure.tsx'

interface PasskeyGateProps {
  readonly view: View
  readonly visit: Visit
  readonly isOn: boolean
}

/** Whether a password alone is enough for an owner who has a passkey. */
export function PasskeyGate({ view, visit, isOn }: PasskeyGateProps) {
  const { passkeys: words, keep, othersEnd } = view.t.security
  const form: FormState = { view, visit, action: isOn ? 'stopAskingForPasskey' : 'askForPasskey', fields: {} }
  return (
    <>
      {isOn && <p>{words.gateOn}</p>}
      <Ask
        summary={isOn ? words.askNoGate : words.askGate}
        title={isOn ? words.noGateTitle : words.gate}
        isOpen={hasFailed(form)}
      >
        <Form form={form} submit={isOn ? words.noGateSubmit : words.gateSubmit} hasCancel>
          <p>{isOn ? `${words.noGateConsequence} ${othersEnd}` : words.gateConsequence}</p>
          {!isOn && <Check form={form} name="keepOtherSessions" label={keep} />}
        </Form>
      </Ask>
    </>
  )
}
