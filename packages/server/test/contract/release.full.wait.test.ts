import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startExample } from '../support/example-process.ts'
import { installPackages } from '../support/installed-packages.ts'
import { atEnd, shared } from '../support/shared.ts'

const repository = path.resolve(import.meta.dirname, '../../../..')
const modules = path.join(repository, 'node_modules')
const installed = shared(async () => installPackages())

describe('both packages, installed from their tarballs with production dependencies alone', () => {
  it('take 30 MB at most', () => {
    expect(sizeOf(path.join(installed().directory, 'node_modules'))).toBeLessThan(30 * 1024 ** 2)
  })

  it('have no file that only we need', () => {
    const { directory } = installed()
    const ours = ['latchkey', 'latchkey-client'].flatMap((name) =>
      readdirSync(path.join(directory, 'node_modules', name), { recursive: true, encoding: 'utf8' }),
    )
    expect(ours.filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))).toEqual([])
    expect(ours.filter((file) => /(?:^|\/)(?:test|bench|src|scripts|\..*)(?:\/|$)/.test(file))).toEqual([])
  })

  it('are all that an app of the examples needs, beside its framework', async () => {
    const { port, servicePort } = await startExample('express/run.mjs', undefined, examplesBeside())
    const service = `http://localhost:${servicePort}`
    const cookie = await signUp(service)
    const home = await fetch(`http://localhost:${port}/`, { headers: { cookie } })
    expect(await home.text()).toContain('Hello, Ada')
    const stranger = await fetch(`http://localhost:${port}/notes`, { redirect: 'manual', headers: { accept: 'text/html' } })
    expect(stranger.headers.get('location')).toContain(`${service}/sign-in`)
  })

  it('hold a service inside an app', async () => {
    const { port } = await startExample('in-process/run.mjs', undefined, examplesBeside())
    const home = `http://localhost:${port}`
    const page = await fetch(home, { headers: { cookie: await signUp(home) } })
    expect(await page.text()).toContain('Hello, Ada')
  })

  it('are what the tests of an app start', async () => {
    const { stdout } = await run(process.execPath, ['--test', 'testing/plain.test.mjs'], { cwd: examplesBeside() })
    expect(stdout).toMatch(/pass 2\n[\s\S]*fail 0\n/)
  })
})

describe('a release', () => {
  it('would be published', async () => {
    const registry = await emptyRegistry()
    for (const name of ['server', 'client']) {
      const { stdout } = await run('npm', ['publish', '--dry-run', '--ignore-scripts', '--json', '--registry', registry], {
        cwd: path.join(repository, 'packages', name),
      })
      expect(Object.keys(JSON.parse(stdout))).toHaveLength(1)
    }
  })

  it('is the same to the byte wherever it was built', async () => {
    const here = installed().tarballs
    const elsewhere = installPackages(path.join(await builtElsewhere(), 'packages')).tarballs
    for (const name of ['latchkey', 'latchkey-client']) expect(sumOf(elsewhere[name]), name).toBe(sumOf(here[name]))
  })
})

const run = promisify(execFile)
const sumOf = (file = ''): string => createHash('sha256').update(readFileSync(file)).digest('hex')

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => lstatSync(path.join(folder, name)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0)

/** The examples in the folder in which the packages are installed, with the framework that their apps are made with. */
function examplesBeside(): string {
  const { directory } = installed()
  const examples = path.join(directory, 'examples')
  cpSync(path.join(repository, 'examples'), examples, {
    recursive: true,
    filter: (file) => !/\/(?:data|node_modules|\.next)$/.test(file),
  })
  rmSync(path.join(directory, 'node_modules/express'), { force: true })
  symlinkSync(path.join(modules, 'express'), path.join(directory, 'node_modules/express'))
  return examples
}

/** Gives the cookie of somebody who is new. */
async function signUp(service: string): Promise<string> {
  const answer = await fetch(`${service}/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: service },
    body: JSON.stringify({ email: 'ada@example.com', password: 'correct horse 1', name: 'Ada' }),
  })
  expect(answer.status).toBe(201)
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

/** A registry that has no package yet, as it is before the first release. */
async function emptyRegistry(): Promise<string> {
  const server = createServer((_, response) => response.writeHead(404, { 'content-type': 'application/json' }).end('{}'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/** A checkout in another place, with modules of its own, built there. */
async function builtElsewhere(): Promise<string> {
  const place = path.join(repository, 'data', `release-${process.pid}`)
  atEnd(() => rmSync(place, { recursive: true, force: true }))
  mkdirSync(place, { recursive: true })
  const isSource = (file: string) => !/\/(?:dist|prebuilds|node_modules|packages\/server\/(?:data|test))$/.test(file)
  for (const name of ['package.json', 'tsconfig.json', 'packages'])
    cpSync(path.join(repository, name), path.join(place, name), { recursive: true, filter: isSource })
  await run('cp', ['-al', modules, place])
  await run('npm', ['run', '--silent', 'build'], { cwd: place })
  return place
}
