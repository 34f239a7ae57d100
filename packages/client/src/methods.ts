import type { Client } from './client.ts'
import { type Methods, operations } from './operations.ts'

export type { Methods } from './operations.ts'

/** `methods(auth).setRole({ params: { id }, body: { role: 'admin' } })`. Not in the core, because the list of routes is long. */
export const methods = ({ request }: Pick<Client, 'request'>): Methods =>
  Object.fromEntries(
    Object.entries(operations).map(([name, route]) => [name, (input?: never) => request(route as 'GET /auth/me', input)]),
  ) as unknown as Methods
