import { DAY_MS } from '../../kernel/clock.ts'
import { Redirect } from '../../kernel/endpoint.ts'
import { pagePaths } from '../../kernel/page-paths.ts'
import type { Hosted } from '../view.ts'
import { catalogues } from '../words/catalogues.ts'
import { ownPath } from './after-credentials.ts'

const YEAR_MS = 365 * DAY_MS

/** `/language`: takes the choice at the foot of every page, and leads back there. */
export const languagePage: Hosted = {
  path: pagePaths.language,
  for: 'anybody',
  show: async () => new Redirect('/'),

  actions: {
    async choose({ fields: { language = '', returnTo }, deps: { config, clock } }) {
      const back = ownPath(config, returnTo) ?? '/'
      if (!Object.hasOwn(catalogues, language)) return new Redirect(back)
      return new Redirect(back, { language: { token: language, expiresAt: clock.now() + YEAR_MS } })
    },
  },
}
