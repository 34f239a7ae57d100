import { mailboxCookie } from '../../../gate/codes/mailbox-cookie.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import type { Looks } from '../../../gate/pages/layout.tsx'
import { type LinkShown, WhatHappens } from '../../../gate/pages/link-parts.tsx'
import { mailedLinkPage } from '../../../gate/pages/mailed-link.tsx'
import type { Hosted, View } from '../../../gate/pages/view.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { Address } from '../../../platform/pages/components/address.tsx'
import { ButtonLink } from '../../../platform/pages/components/button-link.tsx'
import { Facts } from '../../../platform/pages/components/facts.tsx'
import { Success } from '../../../platform/pages/components/notice.tsx'
import { sentence } from '../../../platform/pages/components/sentence.ts'
import { confirmEmailChange } from '../flows/confirm-email-change.ts'
import { type ChangeFacts, lookAtChange } from '../steps/look-at-link.ts'

export const changeEmailPage = (looks: Looks): Hosted =>
  mailedLinkPage(looks, {
    path: pagePaths.changeEmail,
    isOn: ({ deps }) => deps.config.lifecycle.emailChange,
    words: ({ t }) => t.lifecycle.change,
    isLinkAlone: false,
    tone: 'plain',
    look: lookAtChange,
    About,

    async act(call, code) {
      const { completed } = await call.run(confirmEmailChange, { body: { code } })
      return ({ mailbox, newEmail }) => {
        const mustSignIn = completed && call.caller === undefined
        const cookies = mustSignIn ? { mailbox: mailboxCookie(call.deps, newEmail, 'sign-in') } : {}
        return new Redirect(`${pagePaths.changeEmail}?done=${completed ? 'completed' : mailbox}`, cookies)
      }
    },

    wayOn: ({ t }, refusal) => ({
      words: t.lifecycle.change.dead[DEAD_WORDS[refusal as keyof typeof DEAD_WORDS] ?? 'again'],
      href: pagePaths.account,
      label: t.lifecycle.link.toAccount,
    }),

    result: ({ view, visit }, done) =>
      isResult(done)
        ? { title: view.t.lifecycle.change.resultTitle, content: <Result view={view} visit={visit} done={done} /> }
        : undefined,
  })

const DEAD_WORDS = { code_invalid: 'invalid', code_already_used: 'used', email_already_exists: 'taken' } as const

function About({ view, facts: { oldEmail, newEmail, mailbox, isFirst } }: { readonly view: View; readonly facts: ChangeFacts }) {
  const words = view.t.lifecycle.change
  const isNew = mailbox === 'new'
  return (
    <>
      <p>{sentence(isNew ? words.sentToNew : words.sentToOld, <Address email={isNew ? newEmail : oldEmail} />)}</p>
      <Facts
        facts={[
          [words.from, <Address email={oldEmail} />],
          [
            words.to,
            <b>
              <Address email={newEmail} />
            </b>,
          ],
        ]}
      />
      {isFirst ? (
        <p>{sentence(isNew ? words.waitsForOld : words.waitsForNew, <Address email={isNew ? oldEmail : newEmail} />)}</p>
      ) : (
        <WhatHappens view={view} points={[words.now, words.othersEnd]} />
      )}
      <p class="hint">{words.notYours}</p>
    </>
  )
}

type Result = 'completed' | 'new' | 'old'
const isResult = (done: string): done is Result => ['completed', 'new', 'old'].includes(done)

/** The query says which mailbox has confirmed, and never which account that was. */
function Result({ view: { t }, visit: { caller }, done }: LinkShown & { readonly done: Result }) {
  const { change, link } = t.lifecycle
  return (
    <>
      <Success words={done === 'completed' ? change.done : change.confirmed} />
      <p>{done === 'completed' ? change.doneLead : done === 'new' ? change.oldMissing : change.newMissing}</p>
      {caller && <p class="hint">{sentence(t.otherAccount.current, <Address email={caller.account.email} />)}</p>}
      {(caller || done === 'completed') && (
        <p>
          <ButtonLink
            href={caller ? pagePaths.account : `${pagePaths.signIn}?notice=address`}
            words={caller ? link.toAccount : t.signIn.submit}
          />
        </p>
      )}
    </>
  )
}
