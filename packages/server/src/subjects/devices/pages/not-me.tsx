import { mailboxCookie } from '../../../gate/codes/mailbox-cookie.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
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
        email === undefined
          ? new Redirect(`${pagePaths.notMe}?done=moved`)
          : new Redirect(`${pagePaths.checkMail}?for=reset&done=ended`, { mailbox: mailboxCookie(call.deps, email, 'reset') })
    },

    wayOn: ({ t }, refusal) => ({
      words: t.lifecycle.notMe.dead[DEAD_WORDS[refusal as keyof typeof DEAD_WORDS] ?? 'invalid'],
      href: pagePaths.forgotPassword,
      label: t.lifecycle.link.newPassword,
    }),

    result: ({ view }, done) =>
      done === 'moved' ? { title: view.t.lifecycle.notMe.title, content: <Ended view={view} /> } : undefined,
  })

const DEAD_WORDS = { code_already_used: 'used', code_expired: 'expired' } as const

function About({ view, facts: { email, name } }: { readonly view: View; readonly facts: ReportFacts }) {
  const { notMe: words, link } = view.t.lifecycle
  const last = email === undefined ? words.moved : sentence(words.reset, <Address email={email} />)
  return (
    <>
      <p>{words.lead}</p>
      <Facts facts={[[link.account, <b>{email === undefined ? <bdi>{name}</bdi> : <Address email={email} />}</b>]]} />
      <WhatHappens view={view} points={[...words.consequences, last]} />
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
