import { pagePaths } from '../../../gate/page-paths.ts'
import { checkFields, filled } from '../../../gate/pages/check-fields.ts'
import { DeviceName } from '../../../gate/pages/device-name.tsx'
import { card, type Looks } from '../../../gate/pages/layout.tsx'
import { type Hosted, type PageProps, type Submission, type View, type Visit, viewOf } from '../../../gate/pages/view.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'
import { readDevice } from '../../../platform/kernel/device.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { Facts } from '../../../platform/pages/components/facts.tsx'
import { Field, Form, type FormState, Refusal } from '../../../platform/pages/components/form.tsx'
import { Note } from '../../../platform/pages/components/note.tsx'
import { Success } from '../../../platform/pages/components/notice.tsx'
import { sentence } from '../../../platform/pages/components/sentence.ts'
import { Time } from '../../../platform/pages/components/time.tsx'
import { answerDevice } from '../flows/answer-device.ts'
import { claimDevice } from '../flows/claim-device.ts'
import { type Demand, unmetDemand } from '../steps/demands.ts'
import { hashesOfTyped, shownOfDevice, typedCode } from '../steps/device-code.ts'
import { clientsIn, type OidcClient } from '../tables/clients.ts'
import { type DeviceCode, deviceCodesIn } from '../tables/device-codes.ts'
import { Account } from './account.tsx'
import { ScopeList } from './scope-list.tsx'

type Answer = NonNullable<DeviceCode['answer']>

/**
 * A link may bring the code along, and only a button claims it: the person compares it with what their device shows, because a stranger
 * may have sent them the code of a device of their own (RFC 8628, 5.4). What is allowed is what the page has shown.
 */
export const devicePage = (looks: Looks): Hosted => ({
  path: pagePaths.device,
  for: 'people',
  shownAgain: ['code'],

  async show(visit) {
    const view = viewOf(visit)
    const words = view.t.device
    const props = { view, visit }
    const { done } = visit.query
    if (done === 'allowed' || done === 'denied')
      return card(
        { ...props, looks, title: words.title },
        done === 'allowed' ? <Success words={words.allowed} /> : <p>{words.denied}</p>,
      )
    const asked = await claimedIn(visit)
    if (asked) return card({ ...props, looks, title: words.question(asked.client.name) }, <Question {...props} {...asked} />)
    return card({ ...props, looks, title: words.title }, <Entry {...props} />)
  },

  actions: {
    async claim(call) {
      checkFields(call, { code: filled })
      const { code = '' } = call.fields
      await call.run(claimDevice, { body: { code } })
      return new Redirect(`${pagePaths.device}?${new URLSearchParams({ code: typedCode(code) ?? '' })}`)
    },
    allow: (call) => answer(call, 'allowed'),
    deny: (call) => answer(call, 'denied'),
  },
})

async function answer(call: Submission, given: Answer): Promise<Redirect> {
  const { code, shown = '' } = call.fields
  await call.run(answerDevice, { body: { code, shown, answer: given } })
  return new Redirect(`${pagePaths.device}?done=${given}`)
}

interface Asked {
  readonly typed: string
  readonly code: DeviceCode
  readonly client: OidcClient
  readonly unmet: Demand | undefined
}

/** What this very session has claimed and not answered yet. */
async function claimedIn({ query, caller, deps }: Visit): Promise<Asked | undefined> {
  const typed = typedCode(query['code'] ?? '')
  if (typed === undefined || !caller) return undefined
  const hashes = hashesOfTyped(deps.keys, typed)
  const code = await deviceCodesIn(deps.store).findClaimed(hashes, caller.session.id, deps.clock.now())
  const client = code && (await clientsIn(deps.store).find(code.clientId))
  if (!client || client.disabledAt !== undefined) return undefined
  const unmet = await unmetDemand(deps.store, deps, client, caller.account, caller.session)
  return { typed, code, client, unmet }
}

/** Told where there is nothing to answer any more: it has expired, or another tab was faster. */
const ANSWERS = ['allow', 'deny']

function Entry({ view, visit }: PageProps) {
  const words = view.t.device
  const form: FormState = { view, visit, action: 'claim', fields: { device_code_unknown: 'code' } }
  return (
    <>
      {ANSWERS.map((action) => (
        <Refusal key={action} form={{ view, visit, action }} />
      ))}
      <p>{words.lead}</p>
      <Form form={form} submit={view.t.common.continue}>
        <Field
          form={form}
          name="code"
          label={words.code}
          hint={words.hint}
          autocomplete="off"
          value={typedCode(visit.query['user_code'] ?? '')}
          isFirst
        />
      </Form>
    </>
  )
}

/** A program that is no browser is told by the application it says it is of, and by the name that it gives itself. */
function Asking({ view, userAgent, app }: { readonly view: View; readonly userAgent: string; readonly app: string }) {
  const { browser, system } = readDevice(userAgent)
  if (browser !== undefined || system !== undefined) return <DeviceName view={view} userAgent={userAgent} />
  const program = PROGRAM.exec(userAgent)?.[0]
  return (
    <>
      <bdi>{app}</bdi>
      {program !== undefined && (
        <>
          {' ('}
          <code>{program}</code>
          {')'}
        </>
      )}
    </>
  )
}

/** Its product and version, which a program writes itself: one word, so that it says nothing in our name (RFC 9110, 10.1.5). */
const PROGRAM = /^[a-z][a-z0-9._-]{0,29}\/[0-9][a-z0-9.+-]{0,19}(?=$|[ ;(])/i

function Question({ view, visit, typed, code, client, unmet }: PageProps & Asked) {
  const { device: words, authorize } = view.t
  const hidden = { code: typed }
  const shown = visit.caller === undefined ? undefined : shownOfDevice(code, client, visit.caller.account)
  return (
    <>
      <p>{words.compare}</p>
      <p class="shown-code">
        <code>{typed}</code>
      </p>
      <Facts
        facts={[
          [words.application, <bdi>{client.name}</bdi>],
          [
            words.askedFrom,
            [<Asking view={view} userAgent={code.userAgent} app={client.name} />, ', ', <bdi>{code.ipAddress}</bdi>],
          ],
          [words.askedAt, <Time view={view} at={timestamp(code.createdAt)} />],
        ]}
      />
      <ScopeList view={view} visit={visit} app={client.name} scopes={code.scopes} audience={code.audience} />
      <p>{sentence(authorize.signedInAs, <Account visit={visit} />)}</p>
      {unmet !== undefined && <Note words={authorize.demand[unmet](client.name)} />}
      {unmet === undefined && <p class="hint">{words.warning}</p>}
      {unmet === undefined && <Form form={{ view, visit, action: 'allow' }} submit={words.allow} hidden={{ ...hidden, shown }} />}
      <Form form={{ view, visit, action: 'deny' }} submit={words.deny} tone="quiet" hidden={hidden} />
    </>
  )
}
