import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

const client = path.resolve(import.meta.dirname, '..')
const repository = path.resolve(client, '../..')

/** What an app has around an example. */
const AROUND = `
import type { Client } from 'latchkey-client'
declare global {
  const auth: Client
  const email: string, password: string, newPassword: string, code: string, challengeId: string, id: string, url: string
  const signal: AbortSignal
  const request: Request
  function render(...what: unknown[]): void
  function askForPassword(): Promise<string>
}
`

function compiled(examples: readonly string[]): string {
  const cache = path.join(repository, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const directory = mkdtempSync(path.join(cache, 'readme-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const files = [AROUND, ...examples].map((text, at) => {
    writeFileSync(path.join(directory, `${at}.ts`), text)
    return `${at}.ts`
  })
  const paths = { 'latchkey-client': [`${client}/src/index.ts`], 'latchkey-client/*': [`${client}/src/*.ts`] }
  const compilerOptions = { paths, types: ['node'], lib: ['ES2023', 'ES2024.String', 'DOM', 'DOM.Iterable'] }
  const settings = {
    extends: path.join(repository, 'tsconfig.json'),
    compilerOptions,
    include: [...files, `${client}/src/next-modules.d.ts`],
  }
  writeFileSync(path.join(directory, 'tsconfig.json'), JSON.stringify(settings))
  try {
    return execFileSync(path.join(repository, 'node_modules/.bin/tsc'), ['-p', directory], { encoding: 'utf8' })
  } catch (error) {
    return String((error as { stdout: string }).stdout)
  }
}

it('the examples of the README compile, and there is one of each entry', () => {
  const text = readFileSync(path.join(client, 'README.md'), 'utf8')
  const examples = [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code)
  expect(compiled(examples)).toBe('')
  const entries = Object.keys(manifest.exports).map((name) => name.replace('.', 'latchkey-client'))
  expect(entries.filter((name) => !examples.some((code) => code.includes(`from '${name}'`)))).toEqual([])
  expect(compiled([`import { addPasskeys } from 'latchkey-client/passkeys'\nvoid addPasskeys(auth)\n`])).toContain('addPasskeys')
})
