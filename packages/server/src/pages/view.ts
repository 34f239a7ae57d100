import type { Caller, Deps } from '../core/deps.ts'
import type { FormCall, HostedPage, PageCall } from '../kernel/hosted-page.ts'
import { languageOf } from './language.ts'
import type { Messages } from './words/en/index.ts'
import { catalogues } from './words/index.ts'

export type Hosted = HostedPage<Deps, Caller>
export type Visit = PageCall<Deps, Caller>
export type Submission = FormCall<Deps, Caller>

/** What every component of a page needs to know: the words, and whose house it is. */
export interface View {
  readonly t: Messages
  readonly language: keyof typeof catalogues
  readonly appName: string
}

export function viewOf({ languages, deps }: Pick<Visit, 'languages' | 'deps'>): View {
  const language = languageOf(languages)
  return { t: catalogues[language], language, appName: deps.config.server.appName }
}
