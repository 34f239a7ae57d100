import { hash } from 'node:crypto'
import path from 'node:path'
import type { Static, TSchema } from 'typebox'
import type { CookieChange, PresentedCookies } from './cookies.ts'
import type { Client, Redirect } from './endpoint.ts'
import type { Limit } from './endpoint-facts.ts'
import type { AnyEndpoint } from './endpoint-table.ts'
import type { AccountChoice, ErrorCode, Weakness, WrongField } from './errors.ts'
import type { OwnPath } from './own-path.ts'
import type { Scope } from './scopes.ts'

/** A name that no application has: where we share its host, `/assets` is its own. */
export const ASSET_FOLDER = '/_latchkey/'

/** The path changes with the content, so that browsers may keep the file for ever. */
export function assetPath(name: string, content: Buffer): OwnPath {
  const { name: stem, ext } = path.parse(name)
  return `~${ASSET_FOLDER}${stem}.${hash('sha256', content, 'hex').slice(0, 12)}${ext}`
}

export const ACTION_FIELD = '_action'
export const CSRF_FIELD = '_csrf'
/** The hidden field with the account that the form was shown to: another tab may have signed in to a different one since. */
export const SHOWN_TO_FIELD = '_for'
/** The query field with the form that a visitor can send after the step-up it needed. */
export const RESUMED_FIELD = 'resume'
/** The query field that tells a form which waits for a step-up from every other; see `held-form.ts`. */
export const HELD_FIELD = 'held'

const REPEATED = '&repeated=1'

/** Where a browser sends a form to once more that waited for a step-up. */
export const repeatedAddress = (address: string): string => `${address}${REPEATED}`
export const isRepeated = (address: string): boolean => address.endsWith(REPEATED)

/** The query field that says what the last form has done. */
export const DONE_FIELD = 'done'

export type Texts = Readonly<Record<string, string>>

export interface FormFailure {
  readonly action: string
  readonly code: ErrorCode
  readonly message: string
  readonly weakness?: Weakness | undefined
  readonly words?: string | undefined
  readonly choice?: AccountChoice | undefined
  /** Fields that were refused before the form did anything. */
  readonly wrong?: readonly WrongField[] | undefined
  /** Seconds. */
  readonly retryAfter?: number | undefined
}

export type ReplyOf<E extends AnyEndpoint> = E extends { readonly reply: infer Reply extends TSchema } ? Static<Reply> : never

type Input = { readonly body?: object; readonly query?: object; readonly params?: Texts }

export interface PageCall<Deps, Caller> {
  /** As the browser asked for it, with its query. */
  readonly address: string
  readonly params: Texts
  readonly query: Texts
  /** Of a form that is shown again: only the fields that the page lists in `shownAgain`. */
  readonly typed: Texts
  readonly failure: FormFailure | undefined
  readonly languages: string
  /** Chosen on a page of ours; goes before `Accept-Language`. */
  readonly chosenLanguage: string | undefined
  readonly cookies: PresentedCookies
  readonly client: Client
  readonly caller: Caller | undefined
  readonly deps: Deps
  readonly shownTo: string | undefined
  readonly csrfToken: string | undefined
  /** For what a page does without a route, so that guessing is limited there as well. */
  readonly count: (limit: Limit) => Promise<void>
  /** Until when the client is near the limit of requests that sign in or up; undefined where it is not. */
  readonly nearUntil: () => number | undefined
  /** The form of this session that waits for a step-up: where it was sent to, and whether it can be sent again without its visitor. */
  readonly held: { readonly address: string; readonly isWhole: boolean } | undefined
  /** Calls a route with its checks and its cookies; pages have no other way to change anything. */
  run<E extends AnyEndpoint>(endpoint: E, input?: Input): Promise<ReplyOf<E>>
}

export interface FormCall<Deps, Caller> extends PageCall<Deps, Caller> {
  /** Every field, passwords included. */
  readonly fields: Texts
}

/** The pieces are made while they are sent, so that a long file never is in memory as a whole. */
export type Download = { readonly fileName: string; readonly type: string; readonly pieces: AsyncIterable<string> }

export interface ShownPage {
  readonly html: string
  readonly cookies?: CookieChange
  /** 200 unless named, or what a failed form says. */
  readonly status?: number
  /** The page leads its visitor out of the house, tells nothing of where they come from, and its form goes to this origin alone. */
  readonly leadsOut?: { readonly formTo: string | undefined }
}

/** Undefined means 404. */
export type PageResult = ShownPage | Download | Redirect | undefined

export type HostedPage<Deps, Caller> = Audience & PageFacts<Deps, Caller>

/** Other visitors are sent to sign in, and come back. A page for administrators names the scope that it takes, as a route does. */
type Audience =
  | { readonly for: 'anybody' | 'people'; readonly scope?: never }
  | { readonly for: 'administrators'; readonly scope: Scope | 'none' }

/** A form that fails shows the page again. */
interface PageFacts<Deps, Caller> {
  readonly path: OwnPath
  /** Fields that a failed form may show again, and that are kept over a step-up; no other input goes back to the browser. */
  readonly shownAgain?: readonly string[]
  /** Actions that answer with a file: a browser would save that and stay where it is, so the page is shown again first. */
  readonly downloads?: readonly string[]
  /** Showing the page has an effect, so HEAD must not reach it. */
  readonly isOneWay?: boolean
  /** The action of a form that names none, as others write it by hand on their own pages. */
  readonly unnamedAction?: string
  show(call: PageCall<Deps, Caller>): Promise<PageResult>
  readonly actions?: Readonly<Record<string, (call: FormCall<Deps, Caller>) => Promise<PageResult>>>
}

/** The path changes with the content, so that browsers may keep the file. */
export type Asset = { readonly path: OwnPath; readonly type: string; readonly content: Buffer }
