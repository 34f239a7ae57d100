import type { PageCall } from '../kernel/hosted-page.ts'
import type { Language, Messages } from './words/catalogues.ts'

/** A request for a page, as far as its parts have to know it. */
export type AnyVisit = PageCall<unknown, unknown>

/** What every component of a page needs to know: the words, whose house it is, and what time; the gate adds its own. */
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

/** What every part of a page is given. */
export interface AnyPageProps {
  readonly view: View
  readonly visit: AnyVisit
}
