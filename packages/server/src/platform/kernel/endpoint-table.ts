import type { TObject, TSchema } from 'typebox'
import type { Auth, Call, Route } from './endpoint.ts'
import type { Facts } from './endpoint-facts.ts'
import type { ErrorCode, Failure, FailureDetail } from './errors.ts'
import type { Scope } from './scopes.ts'

/** A call as far as all endpoints agree about it. Which codes it may fail with, each knows for itself. */
type AnyCall = Omit<Call<unknown, unknown>, 'fail'> & {
  readonly fail: (code: never, detail?: FailureDetail) => Failure
}

/** An endpoint of any shape, as the table holds it. What `handle` is given is settled where it is mounted, by these schemas. */
export interface AnyEndpoint extends Facts {
  readonly route: Route
  readonly auth: Auth
  readonly scope?: Scope | 'none'
  readonly wantsStepUp?: true
  readonly params?: Readonly<Record<string, string>>
  readonly body?: TObject
  readonly query?: TObject
  readonly reply: TSchema
  readonly errors: readonly ErrorCode[]
  handle(call: AnyCall): Promise<unknown>
}

/** Endpoints by their names, in reading order. A name is the operation's in OpenAPI and in the log. */
export type EndpointTable = Readonly<Record<string, AnyEndpoint>>
