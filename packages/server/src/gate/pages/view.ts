import type { Static } from 'typebox'
import type { FormCall, HostedPage, PageCall } from '../../platform/kernel/hosted-page.ts'
import { localeIn } from '../../platform/kernel/language.ts'
import type { View } from '../../platform/pages/view.ts'
import { catalogues } from '../../platform/pages/words/catalogues.ts'
import { withoutPasswords } from '../../platform/pages/words/without-passwords.ts'
import type { Caller, Deps } from '../deps.ts'
import { hasPasswords } from '../passwords/has-passwords.ts'
import type { Me } from '../views/me-view.ts'
import { pageLanguage } from './language.ts'

export type Hosted = HostedPage<Deps, Caller>
export type Visit = PageCall<Deps, Caller>
export type Submission = FormCall<Deps, Caller>
export type { View } from '../../platform/pages/view.ts'

export type PageProps = { readonly view: View; readonly visit: Visit }

export type Panel = PageProps & { readonly me: Static<typeof Me> }

declare module '../../platform/pages/view.ts' {
  interface View {
    readonly passwords: Pick<Deps['config']['passwords'], 'minLength' | 'requireDigit' | 'rejectCommon'>
    readonly hasPasswords: boolean
  }
}

interface ViewContext {
  readonly config: Deps['config']
  readonly accepted: string
  readonly chosen: string | undefined
  readonly now: number
}

export function viewFor({ config, accepted, chosen, now }: ViewContext): View {
  const { server, pages, passwords } = config
  const language = pageLanguage(accepted, chosen)
  const { support, terms, privacy } = pages
  const locale = localeIn(accepted, language) ?? language
  const links = { support, terms, privacy }
  return {
    t: hasPasswords(config) ? catalogues[language] : withoutPasswords(catalogues[language]),
    language,
    locale,
    appName: server.appName,
    links,
    now,
    passwords,
    hasPasswords: hasPasswords(config),
  }
}

export const viewOf = ({ languages, chosenLanguage, caller, deps: { config, clock } }: Visit): View =>
  viewFor({ config, accepted: languages, chosen: caller?.account.language ?? chosenLanguage, now: clock.now() })
