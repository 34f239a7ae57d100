import '../../subjects/index.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { configurationReference, environmentExample, printableConfig } from './describe-config.ts'
import { loadConfig } from './load-config.ts'
import { settings } from './schema.ts'

function load(env: NodeJS.Dict<string>) {
  const cwd = mkdtempSync(path.join(os.tmpdir(), 'latchkey-'))
  onTestFinished(() => rmSync(cwd, { recursive: true }))
  return loadConfig({ env, cwd })
}

describe('printableConfig', () => {
  it('hides the secrets', () => {
    const env = { SECRET: 'canary of more than thirty-two bytes', DATABASE_URL: 'postgres://latchkey:canary@db/latchkey' }
    const printed = JSON.stringify(printableConfig(load(env)))
    expect(printed).not.toContain('canary')
    expect(JSON.parse(printed)).toMatchObject({ security: { secret: '[secret]' }, storage: { url: '[secret]' } })
  })

  it('shows durations as an operator types them, and plain numbers as they are', () => {
    expect(printableConfig(load({ SESSION_TTL: '90m', REFRESH_GRACE: '0s' }))).toMatchObject({
      sessions: { ttl: '90m', refreshTtl: '30d', refreshGrace: '0ms' },
      registration: { verificationCodeTtl: '15m', allowPublic: true },
      server: { port: 3000, publicUrl: 'http://localhost:3000', trustedProxies: [] },
      passwords: { minLength: 8 },
    })
  })

  it('shows what is in force, not only what was set', () => {
    expect(printableConfig(load({ PUBLIC_URL: 'https://id.example.com' }))).toMatchObject({ cookies: { secure: true } })
  })

  it('has every setting at its place in the file', () => {
    const printed = printableConfig(load({}))
    const paths = Object.entries(printed).flatMap(([group, members]) => Object.keys(members).map((key) => `${group}.${key}`))
    expect(paths).toEqual(settings.map(([dotted]) => dotted))
  })
})

describe('the reference', () => {
  it('has one row for every setting, with its environment name', () => {
    const page = configurationReference()
    for (const [dotted, { env }] of settings) expect(page.split(`| \`${dotted}\` | \`${env}\` |`)).toHaveLength(2)
  })

  it('tells of the longer names', () => {
    expect(configurationReference().split('\n## ')[0]).toContain('`LATCHKEY_')
  })

  it('says where the profiles differ', () => {
    expect(configurationReference()).toContain('`127.0.0.1, in production 0.0.0.0`')
  })

  it('does not depend on the machine', () => {
    expect(configurationReference()).toMatch(/`HASH_CONCURRENCY` \|[^|]*\| `cores` \|/)
  })
})

describe('.env.example', () => {
  it('names every setting and sets none', () => {
    const example = environmentExample()
    expect(parseEnv(example)).toEqual({})
    for (const [, { env }] of settings) expect(example.split(`\n#${env}=`)).toHaveLength(2)
  })

  it('has the defaults, so that removing a # changes nothing', () => {
    const lines = environmentExample()
      .split('\n')
      .filter((line) => /^#[A-Z0-9_]+=./.test(line))
    const env = parseEnv(lines.map((line) => line.slice(1)).join('\n'))
    delete env['HASH_CONCURRENCY'] // differs from machine to machine
    expect(lines.length).toBeGreaterThan(20)
    expect(JSON.stringify(load(env))).toBe(JSON.stringify(load({})))
  })

  it('has no secret to copy', () => {
    expect(environmentExample()).toContain('\n#SECRET=\n')
  })
})
