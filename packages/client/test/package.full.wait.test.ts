import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { atEnd, shared } from '../../server/test/support/shared.ts'

const client = path.resolve(import.meta.dirname, '..')
const repository = path.resolve(client, '../..')
const bin = (name: string): string => path.join(repository, 'node_modules/.bin', name)

const USE = `
import { createClient, isError, type State } from 'latchkey-client'
import { latchkey, requireSession } from 'latchkey-client/express'
import * as fastify from 'latchkey-client/fastify'
import * as hono from 'latchkey-client/hono'
import * as next from 'latchkey-client/next'
import { useAuth } from 'latchkey-client/react'
import { methods } from 'latchkey-client/methods'
import { addPasskey, signInWithPasskey } from 'latchkey-client/passkeys'
import { forgotPassword } from 'latchkey-client/passwords'
import { listProviders } from 'latchkey-client/providers'
import { withStepUp } from 'latchkey-client/step-up'
import { authStore } from 'latchkey-client/svelte'
import { createTestLatchkey } from 'latchkey-client/testing'
import { beginTotp } from 'latchkey-client/two-factor'
import * as vue from 'latchkey-client/vue'
import { createVerifier, type Auth } from 'latchkey-client/server'

const auth = createClient({ baseUrl: 'https://id.example.com' })
export async function use(): Promise<State> {
  const entry = await auth.signIn({ email: 'ada@example.com', password: 'x' })
  if (entry.kind === 'two-factor') entry.methods.includes('email')
  const { message } = await auth.request('PATCH /admin/users/{id}/role', { params: { id: 'x' }, body: { role: 'admin' } })
  const { total } = await auth.request('GET /admin/users', { query: { search: message } })
  total.toFixed()
  await auth.request('GET /admin/users', { query: { limit: 20, banned: true, orderBy: 'created_at' } })
  // @ts-expect-error: a limit is a number
  await auth.request('GET /admin/users', { query: { limit: '20' } })
  // @ts-expect-error: there is no such order
  await auth.request('GET /admin/users', { query: { orderBy: 'shoe_size' } })
  const added = await withStepUp(auth, () => addPasskey(auth), async ({ methods: ways }) => ways.includes('passkey'))
  if (added.kind === 'added') added.passkey.name.trim()
  await methods(auth).banUser({ params: { id: 'x' } })
  const named = await methods(auth).setRole({ params: { id: 'x' }, body: { role: 'user' } })
  named.message.trim()
  // @ts-expect-error: there is no such role
  await methods(auth).setRole({ params: { id: 'x' }, body: { role: 'king' } })
  // @ts-expect-error: an account has an address, a password and a name
  await auth.request('POST /auth/register', { body: {} })
  // @ts-expect-error: there is no such route
  await auth.request('GET /nowhere')
  // @ts-expect-error: this one wants to know which
  await auth.request('GET /admin/users/{id}')
  // @ts-expect-error: it takes no body
  await auth.request('GET /auth/me', { body: {} })
  try {
    await auth.signOut()
  } catch (error) {
    if (isError(error, 'user_banned')) error.code satisfies 'user_banned'
    // @ts-expect-error: there is no such code
    isError(error, 'user_bored')
  }
  const verified: Auth = await createVerifier({ url: 'http://127.0.0.1:3000' }).verify({ headers: {} })
  if (verified.status === 'signed-in') verified.user.email.trim()
  return auth.state()
}
export async function tested(): Promise<string> {
  const latchkey = await createTestLatchkey({ organisations: { enabled: true } })
  const { user, client, cookies, headers, totp, org } = await latchkey.signedIn({ factors: ['totp'], org: { slug: 'acme' } })
  await client.request('GET /auth/me')
  // @ts-expect-error: there is no such factor
  await latchkey.signedIn({ factors: ['sms'] })
  return user.email + cookies.length + headers.cookie + totp?.code() + org?.slug + (await latchkey.lastCode(user.email))
}
export const all = [latchkey({ url: '' }), requireSession(), fastify.latchkey, hono.latchkey, next.latchkey, useAuth, vue.useAuth, authStore(auth)]
export const more = [signInWithPasskey, forgotPassword, listProviders, beginTotp]
export const inNext = async (): Promise<string> => (await next.auth()).status + (await next.requireSession('/notes')).user.name
`

/** The package as it would be published, in a project of its own. */
async function install() {
  mkdirSync(path.join(repository, 'node_modules/.cache'), { recursive: true })
  const directory = mkdtempSync(path.join(repository, 'node_modules/.cache/client-'))
  atEnd(() => rmSync(directory, { recursive: true, force: true }))
  const run = (command: string, ...args: string[]) => execFileSync(command, args, { cwd: directory, encoding: 'utf8' })
  // It was built before the tests began; building it here would take it from under the feet of others.
  const [packed = ''] = JSON.parse(run('npm', 'pack', client, '--json', '--pack-destination', directory)).map(
    ({ filename }: { filename: string }) => filename,
  )
  const tarball = path.join(directory, packed)
  const target = path.join(directory, 'node_modules/latchkey-client')
  mkdirSync(target, { recursive: true })
  run('tar', 'xzf', tarball, '-C', target, '--strip-components=1')
  writeFileSync(path.join(directory, 'use.ts'), USE)
  writeFileSync(path.join(directory, 'package.json'), '{"type":"module"}')
  return { directory, tarball }
}

const installed = shared(install)

it.each([
  ['nodenext', 'nodenext'],
  ['esnext', 'bundler'],
])('is installed and type-checked with module %s and resolution %s', (module, moduleResolution) => {
  const { directory } = installed()
  const compilerOptions = {
    module,
    moduleResolution,
    target: 'es2023',
    strict: true,
    noEmit: true,
    lib: ['es2023', 'dom'],
    types: [],
  }
  writeFileSync(
    path.join(directory, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...compilerOptions, skipLibCheck: true }, files: ['use.ts'] }),
  )
  const check = () => execFileSync(bin('tsc'), ['-p', directory], { cwd: repository, encoding: 'utf8' })
  expect(check()).toBe('')
  const file = execFileSync(
    'node',
    ['-e', `import('latchkey-client').then(({ createClient }) => console.log(typeof createClient))`],
    { cwd: directory, encoding: 'utf8' },
  )
  expect(file.trim()).toBe('function')
})

it('has nothing that linters of packages object to', () => {
  const run = (name: string, ...args: string[]) => execFileSync(bin(name), args, { cwd: repository, encoding: 'utf8' })
  expect(run('publint', client, '--strict')).toContain('All good!')
  expect(run('attw', installed().tarball, '--profile', 'esm-only')).not.toContain('❌')
})
