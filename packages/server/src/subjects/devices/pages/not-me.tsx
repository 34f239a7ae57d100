import { pagePaths } from '../../../gate/page-paths.ts'
import { afterEnding, wayBackIn } from '../../../gate/pages/after-ending.ts'
import type { Looks } from '../../../gate/pages/layout.tsx'
import { WhatHappens } from '../../../gate/pages/link-parts.tsx'
import { mailedLinkPage } from '../../../gate/pages/mailed-link.tsx'
import type { Hosted, View } from '../../../gate/pages/view.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { Address } from '../../../platform/pages/components/address.tsx'
import { Facts } from '../../../platform/pages/components/facts.tsx'
import { Success } from '../../../platform/pages/components/notice.tsx'
import { sentence } from '../../../platform/pages/components/sentence.ts'
import { reportDevice } from '../flows/report-device.ts'
import { lookAtReport, type ReportFacts } from '../steps/report-device.ts'

/** The mail about a sign-in on a new device leads here, and so does the mail about the first proof of an address. */
export const notMePage = (looks: Looks): Hosted =>
  mailedLinkPage(looks, {
    path: pagePaths.notMe,
    words: ({ t }) => t.lifecycle.notMe,
    isLinkAlone: true,
    tone: 'danger',
    look: lookAtReport,
    About,

    async act(call, code) {
      await call.run(reportDevice, { body: { code } })
      return ({ email }) =>
        email === undefined ? new Redirect(`${pagePaths.notMe}?done=moved`) : afterEnding(call, email, 'ended')
    },

    wayOn: (view, refusal) =>
      wayBackIn(view, view.t.lifecycle.notMe.dead[DEAD_WORDS[refusal as keyof typeof DEAD_WORDS] ?? 'invalid']),

    result: ({ view }, done) =>
      done === 'moved' ? { title: view.t.lifecycle.notMe.title, content: <Ended view={view} /> } : undefined,
  })

const DEAD_WORDS = { code_already_used: 'used', code_expired: 'expired' } as const

/** A password is told of only where there are passwords. */
function About({ view, facts: { email, name } }: { readonly view: View; readonly facts: ReportFacts }) {
  const { notMe: words, link } = view.t.lifecycle
  const byReset = view.hasPasswords && email !== undefined && sentence(words.reset, <Address email={email} />)
  const last = email === undefined ? words.moved : byReset || view.t.mailedSignIn.afterwards
  const [first, ...others] = words.consequences
  return (
    <>
      <p>{words.lead}</p>
      <Facts facts={[[link.account, <b>{email === undefined ? <bdi>{name}</bdi> : <Address email={email} />}</b>]]} />
      <WhatHappens view={view} points={[first, ...(view.hasPasswords ? [words.password] : []), ...others, last]} />
      <p class="hint">{words.itWasMe}</p>
    </>
  )
}

/** Where a thief has changed the address, the way back in is the mail about that change, which went to the old mailbox. */
const Ended = ({ view: { t } }: { readonly view: View }) => (
  <>
    <Success words={t.lifecycle.notMe.done} />
    <p>{t.lifecycle.notMe.moved}</p>
  </>
)
