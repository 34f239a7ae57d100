import type { TObject, TSchema } from 'typebox'
import type { AtOnce, Auth, Call, Route } from './endpoint.ts'
import type { Facts } from './endpoint-facts.ts'
import type { ErrorCode, Failure, FailureDetail } from './errors.ts'
import type { Scope } from './scopes.ts'

/** `never`, because each endpoint accepts other codes. */
type AnyCall = Omit<Call<unknown, unknown>, 'fail'> & { readonly fail: (code: never, detail?: FailureDetail) => Failure }

/** An endpoint of any shape: where the endpoint is mounted, its schemas decide what `handle` is given. */
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
  atOnce?(deps: unknown): AtOnce<never, unknown> | undefined
  handle(call: AnyCall): Promise<unknown>
}

/** In reading order. The key is the name of the operation in OpenAPI and in the log. */
export type EndpointTable = Readonly<Record<string, AnyEndpoint>>
