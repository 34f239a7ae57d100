import type { impliedCodes } from '../../src/platform/http/openapi-failures.ts'
import type { ErrorCode } from '../../src/platform/kernel/errors.ts'
import type { endpoints } from '../../src/subjects/index.ts'
import type { Reply } from '../support/browser.ts'
import type { OAuthWorld } from '../support/oauth-world.ts'
import type { World } from '../support/world.ts'

type Endpoints = typeof endpoints

/** What the facts of some endpoint imply, and what may happen to any. */
export type ImpliedCode = ReturnType<typeof impliedCodes>[number] | 'internal_error'

export type Env = Readonly<Record<string, string>>

/** What is looked at of an answer. */
export type Seen = Pick<Reply, 'asked' | 'status' | 'body' | 'headers'> & Partial<Pick<Reply, 'text'>>

/** Prepares through the front door what it takes, and ends with the request that shows the answer. */
export type Run = (here: World) => Promise<Seen>

/** Cases share a world, so each makes its own accounts there; it may move the clock on. */
export type Case =
  | Run
  /** In the one world where what can be is switched off. */
  | { readonly switchedOff: Run }
  /** In the one world with a sign-in provider. */
  | { readonly withProvider: (here: OAuthWorld) => Promise<Seen> }
  /** In a world of its own. */
  | { readonly env: Env; readonly run: Run }

type CasesOf<Code extends string> = { readonly [C in 'well' | Code]: Case }

/** Once well, and once for each code that is declared: an endpoint or a code without a case does not compile. */
export type Walk = { readonly [Name in keyof Endpoints]: CasesOf<Endpoints[Name]['errors'][number]> }

type DeclaredCode = Endpoints[keyof Endpoints]['errors'][number]

/** Every other code: a case, or a reason. */
export type Beside = { readonly [C in Exclude<ErrorCode, DeclaredCode | ImpliedCode>]: Case | string }
