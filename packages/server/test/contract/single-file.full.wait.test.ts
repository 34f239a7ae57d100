import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, lstatSync, readdirSync, rmSync, truncateSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { scratchDirectory } from '../support/scratch-directory.ts'
import { atEnd, shared } from '../support/shared.ts'

const run = promisify(execFile)
const server = path.resolve(import.meta.dirname, '../..')

/** The file alone in a folder, on a machine that has no Node. */
const alone = shared(async () => {
  await run(process.execPath, [path.join(server, 'scripts/build-single.mjs')])
  const directory = scratchDirectory('single-')
  const program = path.join(directory, 'latchkey')
  copyFileSync(path.join(server, 'dist-single/latchkey'), program)
  const env = { PATH: '', HOME: path.join(directory, 'home'), SECRET: 'a secret for tests, 32 bytes and more', PORT: '0' }
  return { directory, env, program }
})

/** Started in that folder; ended, by its id, at the latest with the tests. */
async function start(more: Record<string, string> = {}) {
  const { directory, env, program } = alone()
  const child = spawn(program, ['start'], { cwd: directory, env: { ...env, ...more } })
  const exited = once(child, 'exit')
  atEnd(() => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const port = () => /"port":(\d+)[,}]/.exec(output)?.[1]
  await expect.poll(port).toBeDefined()
  const url = `http://127.0.0.1:${port()}`
  const post = (at: string, body: object) =>
    fetch(url + at, {
      method: 'POST',
      headers: { origin: `http://localhost:${port()}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const stop = async () => {
    child.kill('SIGTERM')
    const [code] = await exited
    return code
  }
  return { url, post, stop }
}

const ada = { email: 'ada@example.com', password: 'correct horse 1' }

describe('the program that is one file', () => {
  it('registers, signs in, starts again on what it has written, and has its pages and words with it', async () => {
    const first = await start()
    expect((await first.post('/auth/register', { ...ada, name: 'Ada' })).status).toBe(201)
    expect(await first.stop()).toBe(0)
    const again = await start()
    expect((await again.post('/auth/login', ada)).status).toBe(200)
    const page = await fetch(`${again.url}/sign-in`, { headers: { 'accept-language': 'de' } })
    expect(await page.text()).toContain('<html lang="de"')
    expect(await again.stop()).toBe(0)
  })

  it('runs commands', async () => {
    const { directory, env, program } = alone()
    const latchkey = (...args: string[]) => run(program, args, { cwd: directory, env })
    await latchkey('users', 'create', '--email', 'eve@example.com', '--name', 'Eve', '--no-password')
    const { stdout } = await latchkey('users', 'list')
    expect(stdout).toContain('ada@example.com')
    expect(stdout).toContain('eve@example.com')
    await expect(latchkey('nothing')).rejects.toMatchObject({ code: 2 })
  })

  it('starts workers of itself', async () => {
    const several = await start({ WORKERS: '2' })
    expect((await several.post('/auth/login', ada)).status).toBe(200)
    expect(await several.stop()).toBe(0)
  })

  it('unpacks once, where nobody else can write', () => {
    const place = path.join(alone().env.HOME, '.cache/latchkey')
    expect(readdirSync(place)).toHaveLength(1)
    for (const one of [place, path.join(place, readdirSync(place)[0] ?? '')]) expect(lstatSync(one).mode & 0o777).toBe(0o700)
  })

  it('unpacks again what was taken away or emptied meanwhile', async () => {
    const { directory, env, program } = alone()
    const place = path.join(env.HOME, '.cache/latchkey')
    const unpacked = path.join(place, readdirSync(place)[0] ?? '')
    const version = async () => (await run(program, ['--version'], { cwd: directory, env })).stdout
    for (const spoil of [
      () => rmSync(path.join(unpacked, 'dist/latchkey.js')),
      () => truncateSync(path.join(unpacked, 'dist/latchkey.js')),
    ]) {
      spoil()
      expect(await Promise.all([version(), version()])).toEqual([expect.stringMatching(/^\d/), expect.stringMatching(/^\d/)])
      expect(readdirSync(place)).toEqual([path.basename(unpacked)])
    }
  })
})
