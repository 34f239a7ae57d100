import { localeIn } from '../../platform/kernel/language.ts'
import type { FormCall, HostedPage, PageCall } from '../../platform/pages/hosted-page.ts'
import { catalogues, type Language } from '../../platform/pages/words/catalogues.ts'
import type { Messages } from '../../platform/pages/words/en/catalogue.ts'
import type { Caller, Deps } from '../deps.ts'
import { pageLanguage } from './language.ts'

export type Hosted = HostedPage<Deps, Caller>
export type Visit = PageCall<Deps, Caller>
export type Submission = FormCall<Deps, Caller>

/** What every component of a page needs to know: the words, whose house it is, and what time. */
export interface View {
  readonly t: Messages
  readonly language: Language
  /** The same with the reader's country, where the browser names one: it writes its dates in its own way. */
  readonly locale: string
  readonly appName: string
  readonly links: Links
  readonly now: number
}

/** Where the operator has more to say. */
interface Links {
  readonly support: string | undefined
  readonly terms: string | undefined
  readonly privacy: string | undefined
}

interface ViewContext {
  readonly config: Deps['config']
  readonly accepted: string
  /** For the account, or else in this browser. */
  readonly chosen: string | undefined
  readonly now: number
}

export function viewFor({ config: { server, pages }, accepted, chosen, now }: ViewContext): View {
  const language = pageLanguage(accepted, chosen)
  const { support, terms, privacy } = pages
  const locale = localeIn(accepted, language) ?? language
  return { t: catalogues[language], language, locale, appName: server.appName, links: { support, terms, privacy }, now }
}

export const viewOf = ({ languages, chosenLanguage, caller, deps: { config, clock } }: Visit): View =>
  viewFor({ config, accepted: languages, chosen: caller?.account.language ?? chosenLanguage, now: clock.now() })
