import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, inject, it, onTestFinished } from 'vitest'
import manifest from '../../../../package.json' with { type: 'json' }
import { quotesOf } from '../support/quotes-of.ts'

const repository = path.resolve(import.meta.dirname, '../../../..')
const guide = readFileSync(path.join(repository, 'docs/guide/testing-your-app.md'), 'utf8')

it('the guide to testing an app has tests that pass with Playwright', () => {
  const cwd = mkdtempSync(path.join(tmpdir(), 'latchkey-playwright-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  const run = (command: string, ...args: string[]) => execFileSync(command, args, { cwd, encoding: 'utf8' })
  mkdirSync(path.join(cwd, 'node_modules'))
  const version = manifest.devDependencies['playwright-core']
  writeFileSync(path.join(cwd, 'package.json'), JSON.stringify({ devDependencies: { '@playwright/test': version } }))
  run('npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts')
  for (const name of ['server', 'client'])
    symlinkSync(
      path.join(repository, 'packages', name),
      path.join(cwd, 'node_modules', { server: 'latchkey', client: 'latchkey-client' }[name] ?? ''),
    )
  for (const { source, code } of quotesOf(guide)) writeFileSync(path.join(cwd, path.basename(source)), code)
  const launchOptions = { executablePath: inject('chromium'), args: ['--no-sandbox', '--disable-gpu'] }
  const unhurried = { timeout: 240_000, expect: { timeout: 60_000 } }
  const config = { testMatch: '*.spec.mjs', workers: 1, use: { launchOptions }, ...unhurried }
  writeFileSync(path.join(cwd, 'playwright.config.mjs'), `export default ${JSON.stringify(config)}`)
  expect(run('npx', 'playwright', 'test', '--reporter=line')).toContain('3 passed')
})
