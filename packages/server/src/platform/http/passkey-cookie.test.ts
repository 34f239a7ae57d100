import '../../subjects/index.ts'
import { expect, it } from 'vitest'
import { load } from '../../../test/support/config-problems.ts'
import { httpSettings } from '../../gate/assembly/http-settings.ts'
import type { CookieChange } from '../kernel/cookies.ts'
import { newToken } from '../kernel/tokens.ts'
import { cookieReader } from './read-cookies.ts'
import { CookieWriter } from './write-cookies.ts'

const cookies = (env: Record<string, string>) => {
  const settings = httpSettings(load(env))
  const writer = new CookieWriter(settings, [Buffer.alloc(32)], { now: () => 1000, elapsed: () => 0 })
  return { change: (change: CookieChange) => writer.change(change), read: cookieReader(settings) }
}

it.each([
  ['http', {}, '_passkey', ''],
  ['https', { PUBLIC_URL: 'https://id.example.com', COOKIE_DOMAIN: 'example.com' }, '__Host-_passkey', '; Secure'],
])('over %s the passkey cookie is for our host and no script, and lives as long as it is told', (_, env, name, secure) => {
  const { change, read } = cookies(env)
  const token = newToken()
  const attributes = `Path=/; SameSite=Lax${secure}; HttpOnly`
  expect(change({ passkey: { token, expiresAt: 301_000 } })).toEqual([`${name}=${token}; Max-Age=300; ${attributes}`])
  expect(change({ passkey: 'end' })).toEqual([`${name}=; Max-Age=0; ${attributes}`])
  expect(read(`${name}=${token}`).passkey).toBe(token)
  expect(read(`${name}=${token}; ${name}=${token}`).passkey).toBeUndefined()
  expect(read(undefined).passkey).toBeUndefined()
})
