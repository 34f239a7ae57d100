import type { PageCall } from '../kernel/hosted-page.ts'
import type { Language, Messages } from './words/catalogues.ts'

export type AnyVisit = PageCall<unknown, unknown>

/** The gate adds its own fields. */
export interface View {
  readonly t: Messages
  readonly language: Language
  /** The language with the reader's country, where the browser names one, because countries write dates differently. */
  readonly locale: string
  readonly appName: string
  readonly links: Readonly<Record<'support' | 'terms' | 'privacy', string | undefined>>
  readonly now: number
}

export type AnyPageProps = { readonly view: View; readonly visit: AnyVisit }
