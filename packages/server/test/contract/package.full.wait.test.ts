import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { installPackages } from '../support/installed-packages.ts'
import { startServer } from '../support/server-process.ts'
import { shared } from '../support/shared.ts'

const server = path.resolve(import.meta.dirname, '../..')
const modules = path.resolve(server, '../../node_modules')
const read = (file: string): string => readFileSync(file, 'utf8')
const manifest = JSON.parse(read(path.join(server, 'package.json')))
const dependencies = Object.keys(manifest.dependencies)

const installed = shared(async () => installPackages())

describe('the package', () => {
  it('has its documents with it, and runs with its declared dependencies alone', async () => {
    const { directory, home } = installed()
    expect(readdirSync(home)).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'assets', 'bin', 'dist', 'templates']))
    expect(read(path.join(home, 'LICENSE'))).toBe(read(path.resolve(server, '../../LICENSE')))
    const { url } = await startServer({ DATABASE_URL: 'file:latchkey.db' }, directory, [
      path.join(home, 'bin/latchkey.js'),
      'start',
    ])
    expect((await fetch(`${url}/sign-in`)).status).toBe(200)
  })

  it('brings nothing that runs while it is installed', () => {
    const seen = new Set<string>()
    const look = (name: string): void => {
      if (seen.has(name)) return
      seen.add(name)
      const { scripts = {}, dependencies = {} } = JSON.parse(read(path.join(modules, name, 'package.json')))
      expect(
        Object.keys(scripts).filter((one) => /^(pre|post)?install$/.test(one)),
        name,
      ).toEqual([])
      Object.keys(dependencies).forEach(look)
    }
    dependencies.forEach(look)
    expect([...seen]).not.toContain('node-addon-api')
  })

  it('runs inside another program', () => {
    const { directory } = installed()
    const program = `
      import { createLatchkey } from 'latchkey'
      const latchkey = await createLatchkey({ server: { logLevel: 'silent' } })
      const { status } = await latchkey.fetch(new Request('http://localhost:3000/sign-in'))
      console.log(JSON.stringify([status, await latchkey.verify({})]))
      await latchkey.close()`
    const printed = execFileSync('node', ['--input-type=module', '-e', program], {
      cwd: directory,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] },
    })
    expect(JSON.parse(printed)).toEqual([200, { user: null, session: null, secondFactorAt: null }])
  })

  it('has types and an entry that linters of packages do not object to', () => {
    const { tarballs, home } = installed()
    const run = (...args: string[]) => execFileSync('npx', args, { cwd: path.resolve(server, '../..'), encoding: 'utf8' })
    expect(run('publint', home, '--strict', '--pack', 'false')).toContain('All good!')
    expect(run('attw', tarballs['latchkey'] ?? '', '--profile', 'esm-only')).not.toContain('❌')
  })

  it('loads nothing by name but Node itself and its dependencies', () => {
    const dist = path.join(server, 'dist')
    const loaded = readdirSync(dist)
      .filter((file) => file.endsWith('.js'))
      .flatMap((file) => [
        ...read(path.join(dist, file)).matchAll(/(?:^|[;}])import\s*(?:[^'"();]*?from\s*)?["']([^.'"][^'"]*)["']/gm),
      ])
      .map(([, name = '']) => name)
    expect(new Set(loaded)).toContain('node:crypto')
    // The last is in a text: a configuration that `apps create` prints.
    const known = [...builtinModules, ...dependencies, 'next-auth']
    expect([...new Set(loaded)].filter((name) => !name.startsWith('node:') && !known.includes(name))).toEqual([])
  })

  it('passes on the licence of everything that is bundled', () => {
    const notices = read(path.join(server, 'dist/THIRD-PARTY-NOTICES.txt'))
    const bundled = Object.keys(manifest.devDependencies)
    for (const name of [...bundled, '@zxcvbn-ts/language-common']) expect(notices).toMatch(new RegExp(`^${name} \\d`, 'm'))
    expect(
      notices.match(/Permission is hereby granted|Apache License|Redistribution and use|Permission to use/gi)?.length,
    ).toBeGreaterThan(50)
  })

  it('lists all of that, and what is installed beside it, for scanners', () => {
    const notices = read(path.join(server, 'dist/THIRD-PARTY-NOTICES.txt'))
    const { components } = JSON.parse(read(path.join(server, 'dist/sbom.cdx.json')))
    const listed = components.map(({ name, version }: Record<string, string>) => `${name} ${version}`)
    const bundled = [...notices.matchAll(/^-+\n(\S+ \S+) \(/gm)].map(([, one]) => one)
    expect(bundled.length).toBeGreaterThan(50)
    expect(listed).toEqual(expect.arrayContaining(bundled.filter((one) => !one?.startsWith('@zxcvbn-ts/'))))
    for (const name of [...dependencies, 'pg-protocol', '@photostructure/sqlite'])
      expect(listed.some((one: string) => one.startsWith(`${name} `))).toBe(true)
  })

  it('says where it comes from, and on what it runs', () => {
    expect(manifest.repository).toMatchObject({ type: 'git', directory: 'packages/server' })
    expect(manifest.engines).toEqual({ node: '>=20.19' })
  })

  it('supports what its dependencies support', () => {
    const wanted = dependencies.map((name) => JSON.parse(read(path.join(modules, name, 'package.json'))).engines?.node ?? '>=0')
    for (const range of wanted) expect(Number(/(\d+)/.exec(range)?.[1])).toBeLessThanOrEqual(20)
  })
})
