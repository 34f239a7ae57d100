import type { Caller, Deps } from '../core/deps.ts'
import type { FormCall, HostedPage, PageCall } from '../kernel/hosted-page.ts'
import { pageLanguage } from './language.ts'
import { catalogues, type Language } from './words/catalogues.ts'
import type { Messages } from './words/en/catalogue.ts'

export type Hosted = HostedPage<Deps, Caller>
export type Visit = PageCall<Deps, Caller>
export type Submission = FormCall<Deps, Caller>

/** What every component of a page needs to know: the words, and whose house it is. */
export interface View {
  readonly t: Messages
  readonly language: Language
  readonly appName: string
}

export function viewOf({ languages, caller, deps }: Pick<Visit, 'languages' | 'caller' | 'deps'>): View {
  const language = pageLanguage(languages, caller?.account.language)
  return { t: catalogues[language], language, appName: deps.config.server.appName }
}
