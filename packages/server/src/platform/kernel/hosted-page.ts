import type { Static, TSchema } from 'typebox'
import type { PresentedCookies } from './cookies.ts'
import type { Redirect } from './endpoint.ts'
import type { Limit } from './endpoint-facts.ts'
import type { AnyEndpoint } from './endpoint-table.ts'
import type { AccountChoice, ErrorCode, Weakness, WrongField } from './errors.ts'

/** Which form of a page was sent. */
export const ACTION_FIELD = '_action'
export const CSRF_FIELD = '_csrf'
/** The account that the form was shown to: another tab may have signed in to a different one since. */
export const SHOWN_TO_FIELD = '_for'
/** In the address to which a visitor comes back who had to prove first who they are: the form that they can send now. */
export const RESUMED_FIELD = 'resume'
/** In the address to which a form leads that was sent: what has been done. */
export const DONE_FIELD = 'done'

/** What was typed into a form, or stands in an address: one text per name. */
export type Texts = Readonly<Record<string, string>>

/** Why the form that was just sent did not do what it should. */
export interface FormFailure {
  /** Which form of the page. */
  readonly action: string
  readonly code: ErrorCode
  readonly message: string
  readonly weakness?: Weakness | undefined
  /** What the visitor has to decide first. */
  readonly choice?: AccountChoice | undefined
  /** What is wrong with the fields, before anything was done with them. */
  readonly wrong?: readonly WrongField[] | undefined
  /** Seconds after which there is a point in another try. */
  readonly retryAfter?: number | undefined
}

interface Input {
  readonly body?: object
  readonly query?: object
  readonly params?: Texts
}

export type ReplyOf<E extends AnyEndpoint> = E extends { readonly reply: infer Reply extends TSchema } ? Static<Reply> : never

/** One request for a page, and what the page may do with it. */
export interface PageCall<Deps, Caller> {
  /** As it was asked for, with its query: the way back here. */
  readonly address: string
  readonly params: Texts
  readonly query: Texts
  /** What was typed, for a form that is shown again: of the fields that the page names, and no others. */
  readonly typed: Texts
  readonly failure: FormFailure | undefined
  /** The browser's `Accept-Language`. */
  readonly languages: string
  /** The language that was chosen in this browser, whatever it asks for. */
  readonly chosenLanguage: string | undefined
  readonly cookies: PresentedCookies
  readonly caller: Caller | undefined
  readonly deps: Deps
  /** The account that the page is shown to, to be sent along with every form. */
  readonly shownTo: string | undefined
  /** To be sent along with every form, where the operator demands one. */
  readonly csrfToken: string | undefined
  /** Counts what a page does without a route as that route would be: what can be guessed at is limited everywhere alike. */
  readonly count: (limit: Limit) => Promise<void>
  /** Does what a route does, with its checks and its cookies. Pages have no other way to do anything. */
  run<E extends AnyEndpoint>(endpoint: E, input?: Input): Promise<ReplyOf<E>>
}

/** A form that was sent. */
export interface FormCall<Deps, Caller> extends PageCall<Deps, Caller> {
  /** Every field, passwords too. */
  readonly fields: Texts
}

/** Something to keep. It is made while it is sent, so that however long it is, little of it is in memory at a time. */
export interface Download {
  readonly fileName: string
  readonly type: string
  readonly pieces: AsyncIterable<string>
}

/** What a page answers with; undefined is "not found". */
export type PageResult = { readonly html: string } | Download | Redirect | undefined

/** A page for people: what it shows, and what its forms do. A form that fails shows the page again. */
export interface HostedPage<Deps, Caller> {
  readonly path: `/${string}`
  /** The visitors it is for. Others are sent to sign in, and come back. */
  readonly for: 'anybody' | 'people' | 'administrators'
  /** The fields that a form may show again when it failed. Nothing else that was typed goes back to the browser. */
  readonly shownAgain?: readonly string[]
  /** To show it leaves something behind: a look at the headers alone must not. */
  readonly isOneWay?: boolean
  show(call: PageCall<Deps, Caller>): Promise<PageResult>
  readonly actions?: Readonly<Record<string, (call: FormCall<Deps, Caller>) => Promise<PageResult>>>
}

/** A file that pages load. Its name changes with its content, so that browsers may keep it. */
export interface Asset {
  readonly path: `/${string}`
  readonly type: string
  readonly content: Buffer
}
