import type { Client } from './client.ts'
import { operations } from './operations.ts'
import type { Arguments, Route } from './request.ts'
import type { Routes } from './routes.ts'

export type Methods = { readonly [R in Route as Routes[R]['name']]: (...input: Arguments<R>) => Promise<Routes[R]['reply']> }

/** `methods(auth).setRole({ params: { id }, body: { role: 'admin' } })`. Not in the core, because the list of routes is long. */
export const methods = ({ request }: Pick<Client, 'request'>): Methods =>
  Object.fromEntries(
    Object.entries(operations).map(([name, route]) => [name, (input?: never) => request(route as 'GET /auth/me', input)]),
  ) as unknown as Methods
