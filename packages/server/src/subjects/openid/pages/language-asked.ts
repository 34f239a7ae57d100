import type { Visit } from '../../../gate/pages/view.ts'
import { HOUR_MS } from '../../../platform/kernel/clock.ts'
import type { CookieChange } from '../../../platform/kernel/cookies.ts'
import { languageIn } from '../../../platform/kernel/language.ts'
import { catalogues } from '../../../platform/pages/words/catalogues.ts'

/** The `ui_locales` of an application, for visitors who have chosen no language here. */
export function languageAsked({ chosenLanguage, deps }: Visit, locales: string | undefined): CookieChange {
  if (chosenLanguage !== undefined || locales === undefined) return {}
  const token = languageIn(locales.split(' ').join(','), Object.keys(catalogues))
  return token === undefined ? {} : { language: { token, expiresAt: deps.clock.now() + HOUR_MS } }
}
