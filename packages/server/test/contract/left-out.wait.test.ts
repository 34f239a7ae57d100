import { rmSync } from 'node:fs'
import path from 'node:path'
import { rolldown } from 'rolldown'
import { describe, expect, it, onTestFinished } from 'vitest'
import config from '../../rolldown.config.ts'
import { Browser } from '../support/browser.ts'
import { doorTo } from '../support/door-to.ts'
import { isFull } from '../support/form.ts'
import { ownDirectory } from '../support/scratch-directory.ts'
import { startServer } from '../support/server-process.ts'
import { PASSWORD } from '../support/world.ts'

const list = path.join('subjects', 'list.ts')

/** The program without the lines of these subjects in the list of all. */
async function builtWithout(subjects: readonly string[]): Promise<string> {
  const directory = path.resolve(import.meta.dirname, '../../data', `without-${subjects.join('-')}-${process.pid}`)
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const lines = new RegExp(`^export \\{ (?:${subjects.join('|')}) \\} .*\\n`, 'gm')
  const without = {
    name: 'without',
    transform: (code: string, id: string) => (id.endsWith(list) ? code.replace(lines, '') : undefined),
  }
  const external = ['@node-rs/argon2', '@node-rs/bcrypt', '@photostructure/sqlite', 'pg']
  const bundle = await rolldown({
    ...config,
    plugins: [without],
    external,
    input: { latchkey: 'packages/server/src/cli/program.ts' },
  })
  const { output } = await bundle.write({ dir: directory, format: 'esm', chunkFileNames: '[name].js' })
  await bundle.close()
  const modules = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
  for (const subject of subjects) expect(modules.filter((id) => id.includes(path.join('src', 'subjects', subject)))).toEqual([])
  return path.join(directory, 'latchkey.js')
}

/** A route and a page of each that can be left out. */
const OWN = {
  organisations: ['POST /auth/orgs', '/account/organisations'],
  apps: ['GET /auth/forward', '/app-session'],
  passkeys: ['POST /auth/passkey/options', '/.well-known/webauthn'],
} as const
type Subject = keyof typeof OWN
const all = Object.keys(OWN) as Subject[]

/** Each takes a build, so in the short form they are left out together. */
describe.each(isFull ? all.map((one) => [one]) : [all])('a service without %s', (...subjects) => {
  it('starts, and answers the rest', async () => {
    const program = await builtWithout(subjects)
    const server = await startServer({ LOG_LEVEL: 'info' }, ownDirectory('left-out-'), [program, 'start'])
    const browser = new Browser(doorTo(() => server.url))
    const registered = await browser.post('/auth/register', { email: 'ada@example.com', password: PASSWORD, name: 'Ada' })
    expect(registered.status).toBe(201)
    expect((await browser.get('/auth/me')).body).toMatchObject({ email: 'ada@example.com' })
    expect((await browser.get('/readyz')).status).toBe(200)
    for (const own of ['/account', '/account/security', '/account/sessions', '/account/activity', '/account/data'])
      expect({ own, status: (await browser.get(own)).status }).toEqual({ own, status: 200 })
    const document = JSON.stringify((await browser.get('/openapi.json')).body)
    expect(document).toContain('/auth/register')
    for (const subject of subjects) {
      const [route, page] = OWN[subject]
      const [method = '', url = ''] = route.split(' ')
      expect((await (method === 'GET' ? browser.get(url) : browser.post(url, {}))).status).toBe(404)
      expect((await browser.get(page)).status).toBe(404)
      expect(document).not.toContain(`"${url}"`)
    }
    expect((await browser.post('/auth/account/export', {})).status).toBeLessThan(500)
    const disabled = await browser.post('/auth/2fa/disable', { method: 'passkey' })
    expect(disabled.status).toBe(subjects.includes('passkeys') ? 405 : 200)
    // What was mailed is in the inbox for development. The proof begins a session in the place of the first.
    expect((await browser.post('/auth/resend-verification')).status).toBe(200)
    const code = async () => /[?&#]code=([\w-]+)/.exec(JSON.stringify((await browser.get('/dev/inbox.json')).body))?.[1]
    await expect.poll(code).toBeTruthy()
    expect((await browser.post('/auth/verify-email', { code: await code() })).status).toBe(200)
    expect((await browser.post('/auth/logout')).status).toBe(200)
    await browser.post('/auth/login', { email: 'ada@example.com', password: PASSWORD })
    expect((await browser.delete('/auth/account', { password: PASSWORD })).status).toBe(200)
  })
})
