import { DataFields } from '../../../gate/data/pages/data-fields.tsx'
import { DATA_INPUTS, dataChecks, typedData } from '../../../gate/data/pages/typed-data.ts'
import { writableBy } from '../../../gate/data/rights.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { afterCredentials } from '../../../gate/pages/after-credentials.ts'
import { Agreement } from '../../../gate/pages/agreement.tsx'
import { checkFields } from '../../../gate/pages/check-fields.ts'
import { card, type Looks } from '../../../gate/pages/layout.tsx'
import { type Hosted, viewOf } from '../../../gate/pages/view.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { Form } from '../../../platform/pages/components/form.tsx'
import { finishSignUp } from '../flows/finish-sign-up.ts'
import { arrivalIn } from '../steps/arrival-cookie.ts'

/** After a provider, where fields are required that no provider tells of. */
export const finishSignUpPage = (looks: Looks): Hosted => ({
  path: pagePaths.finishSignUp,
  for: 'anybody',
  shownAgain: [DATA_INPUTS],

  async show(visit) {
    if (!arrivalIn(visit.deps, visit.cookies.arrival)) return new Redirect(`${pagePaths.signIn}?error=state_expired`)
    const view = viewOf(visit)
    const words = view.t.data.finish
    const form = { view, visit, action: 'finish' }
    return card(
      { view, visit, looks, title: words.title },
      <>
        <p>{words.lead}</p>
        <Form form={form} submit={words.submit}>
          <DataFields form={form} fields={writableBy(visit.deps.config.data.fields, 'newcomer')} isSignUp />
          <Agreement view={view} />
        </Form>
      </>,
    )
  },

  actions: {
    async finish(call) {
      const asked = writableBy(call.deps.config.data.fields, 'newcomer')
      checkFields(call, dataChecks(asked, true))
      const body = { data: typedData(asked, call.fields), returnTo: call.query['returnTo'] }
      return afterCredentials(call, await call.run(finishSignUp, { body }))
    },
  },
})
