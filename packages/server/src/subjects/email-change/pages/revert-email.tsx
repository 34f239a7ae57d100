import { pagePaths } from '../../../gate/page-paths.ts'
import { afterEnding, wayBackIn } from '../../../gate/pages/after-ending.ts'
import type { Looks } from '../../../gate/pages/layout.tsx'
import { WhatHappens } from '../../../gate/pages/link-parts.tsx'
import { mailedLinkPage } from '../../../gate/pages/mailed-link.tsx'
import type { Hosted, View } from '../../../gate/pages/view.ts'
import { Address } from '../../../platform/pages/components/address.tsx'
import { Facts } from '../../../platform/pages/components/facts.tsx'
import { revertEmail } from '../flows/revert-email.ts'
import { lookAtRevert, type RevertFacts } from '../steps/look-at-link.ts'

export const revertEmailPage = (looks: Looks): Hosted =>
  mailedLinkPage(looks, {
    path: pagePaths.revertEmail,
    words: ({ t }) => t.lifecycle.revert,
    isLinkAlone: true,
    tone: 'danger',
    look: lookAtRevert,
    About,

    async act(call, code) {
      await call.run(revertEmail, { body: { code } })
      return ({ oldEmail }) => afterEnding(call, oldEmail, 'reverted')
    },

    wayOn: (view, refusal) => {
      const { t, links } = view
      const { dead } = t.lifecycle.revert
      if (refusal === 'code_expired' && links.support !== undefined)
        return { words: dead.expired, href: links.support, label: t.footer.support }
      const words = refusal === 'code_already_used' ? dead.used : refusal === 'code_expired' ? dead.expired : dead.invalid
      return wayBackIn(view, words)
    },
  })

function About({ view, facts }: { readonly view: View; readonly facts: RevertFacts }) {
  const { revert: words, link } = view.t.lifecycle
  const [back, out, ...others] = words.consequences
  const points = view.hasPasswords
    ? [back, out, words.password, ...others, words.reset]
    : [back, out, ...others, view.t.mailedSignIn.afterwards]
  return (
    <>
      <Facts
        facts={[
          [link.account, <Address email={facts.email} />],
          [
            words.to,
            <b>
              <Address email={facts.oldEmail} />
            </b>,
          ],
        ]}
      />
      <WhatHappens view={view} points={points} />
    </>
  )
}
