import { pagePaths } from '../../../gate/page-paths.ts'
import { accountDocument } from '../../../gate/pages/account/account-document.tsx'
import type { Looks } from '../../../gate/pages/layout.tsx'
import { passkeySignIn, securityContent, securitySections } from '../../../gate/pages/page-hooks.ts'
import type { Hosted } from '../../../gate/pages/view.ts'

/** Each subject that has to do with signing in adds its own section. */
export const securityPage = (looks: Looks): Hosted => ({
  path: pagePaths.accountSecurity,
  for: 'people',
  shownAgain: ['endOtherSessions', 'code', 'id', 'name', 'provider'],

  show: (visit) =>
    accountDocument(visit, looks, {
      title: ({ security }) => security,
      hasPasskeys: passkeySignIn()?.isOn(visit.deps) ?? false,
      content: securityContent,
    }),

  actions: Object.assign({}, ...securitySections().map(({ actions }) => actions(looks))),
})
