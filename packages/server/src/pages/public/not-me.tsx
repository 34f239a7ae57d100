import { mailboxCookie } from '../../core/codes/mailbox-cookie.ts'
import { lookAtReport, type ReportFacts } from '../../core/lifecycle/look-at-link.ts'
import { reportDevice } from '../../features/lifecycle/report-device.ts'
import { Redirect } from '../../kernel/endpoint.ts'
import { pagePaths } from '../../kernel/page-paths.ts'
import { Address } from '../components/address.tsx'
import type { Looks } from '../components/layout.tsx'
import { Success } from '../components/notice.tsx'
import { sentence } from '../components/sentence.ts'
import type { Hosted, View } from '../view.ts'
import { WhatHappens } from './link-parts.tsx'
import { mailedLinkPage } from './mailed-link.tsx'

const MOVED = 'moved'

/** `/not-me`: where the mail about a sign-in on a new device leads, and the one about an address that was first proved. */
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
          ? new Redirect(`${pagePaths.notMe}?done=${MOVED}`)
          : new Redirect(`${pagePaths.checkMail}?for=reset&done=ended`, { mailbox: mailboxCookie(call.deps, email, 'reset') })
    },

    wayOn: ({ t }, refusal) => ({
      words: t.lifecycle.notMe.dead[WAYS[refusal as keyof typeof WAYS] ?? 'invalid'],
      href: pagePaths.forgotPassword,
      label: t.lifecycle.link.newPassword,
    }),

    result: ({ view }, done) =>
      done === MOVED ? { title: view.t.lifecycle.notMe.title, content: <Ended view={view} /> } : undefined,
  })

const WAYS = { code_already_used: 'used', code_expired: 'expired' } as const

function About({ view, facts: { email, name } }: { readonly view: View; readonly facts: ReportFacts }) {
  const { notMe: words, link } = view.t.lifecycle
  const last = email === undefined ? words.moved : sentence(words.reset, <Address email={email} />)
  return (
    <>
      <p>{words.lead}</p>
      <dl class="facts">
        <dt>{link.account}</dt>
        <dd>
          <b>{email === undefined ? <bdi>{name}</bdi> : <Address email={email} />}</b>
        </dd>
      </dl>
      <WhatHappens view={view} points={[...words.consequences, last]} />
      <p class="hint">{words.itWasMe}</p>
    </>
  )
}

/** The way back in is in another mail: the one that a thief of the address could not keep from the owner. */
const Ended = ({ view: { t } }: { readonly view: View }) => (
  <>
    <Success words={t.lifecycle.notMe.done} />
    <p>{t.lifecycle.notMe.moved}</p>
  </>
)
