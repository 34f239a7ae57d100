import { administered } from './administered.ts'
import type { World } from './world.ts'

type Env = Record<string, string>

/** A backend with a key. It calls as a program does: without an origin. */
export const backendOf =
  ({ app }: Pick<World, 'app'>, key: string) =>
  async (method: string, url: string, body?: unknown, headers: Env = {}) => {
    const reply = await app.inject({
      method: method as 'GET',
      url,
      headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
    const { statusCode: status, headers: answered } = reply
    return { asked: `${method} ${url.split('?', 1)[0]}`, status, body: JSON.parse(reply.body), headers: answered }
  }

/** An administrator, and a backend that holds a key of theirs with these scopes. */
export async function keyed(scopes: readonly string[], env: Env = {}) {
  const here = await administered(env)
  const made = await here.root.post('/admin/keys', { name: 'billing', scopes })
  const { key, apiKey } = made.body
  return { ...here, made, key, apiKey, call: backendOf(here, key) }
}
