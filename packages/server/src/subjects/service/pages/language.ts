import { pagePaths } from '../../../gate/page-paths.ts'
import { ownPath } from '../../../gate/pages/after-credentials.ts'
import type { Hosted } from '../../../gate/pages/view.ts'
import { DAY_MS } from '../../../platform/kernel/clock.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { catalogues } from '../../../platform/pages/words/catalogues.ts'

/** There is nothing to show: the form stands at the foot of every page. */
export const languagePage: Hosted = {
  path: pagePaths.language,
  for: 'anybody',
  show: async () => new Redirect(pagePaths.home),

  actions: {
    async choose({ fields: { language = '', returnTo }, deps: { config, clock } }) {
      const back = ownPath(config, returnTo) ?? pagePaths.home
      if (!Object.hasOwn(catalogues, language)) return new Redirect(back)
      return new Redirect(back, { language: { token: language, expiresAt: clock.now() + 365 * DAY_MS } })
    },
  },
}
