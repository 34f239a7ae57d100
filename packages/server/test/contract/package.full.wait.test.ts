import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { builtinModules } from 'node:module'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { scratchDirectory } from '../support/scratch-directory.ts'
import { startServer } from '../support/server-process.ts'
import { atEnd, shared } from '../support/shared.ts'

const server = path.resolve(import.meta.dirname, '../..')
const modules = path.resolve(server, '../../node_modules')
const read = (file: string): string => readFileSync(file, 'utf8')
const manifest = JSON.parse(read(path.join(server, 'package.json')))
const dependencies = Object.keys(manifest.dependencies)

/** The package as somebody has it who installed it: its tarball, and what that depends on. */
async function install() {
  const directory = scratchDirectory('package-')
  atEnd(() => rmSync(directory, { recursive: true, force: true }))
  // It was built before the tests began; building it here would take it from under their feet.
  const [{ filename }] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', directory], {
      cwd: server,
      encoding: 'utf8',
    }),
  )
  const home = path.join(directory, 'node_modules', 'latchkey')
  mkdirSync(home, { recursive: true })
  execFileSync('tar', ['-xzf', path.join(directory, filename), '--strip-components=1', '-C', home])
  for (const name of dependencies) {
    mkdirSync(path.dirname(path.join(directory, 'node_modules', name)), { recursive: true })
    symlinkSync(path.join(modules, name), path.join(directory, 'node_modules', name))
  }
  return { directory, home }
}

const installed = shared(install)

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
    const { directory, home } = installed()
    const run = (...args: string[]) => execFileSync('npx', args, { cwd: path.resolve(server, '../..'), encoding: 'utf8' })
    expect(run('publint', home, '--pack', 'false')).toContain('All good!')
    const tarball = readdirSync(directory).find((name) => name.endsWith('.tgz')) ?? ''
    expect(run('attw', path.join(directory, tarball), '--profile', 'esm-only')).not.toContain('❌')
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
    const known = [...builtinModules, ...dependencies]
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

  it('says where it comes from, and on what it runs', () => {
    expect(manifest.repository).toMatchObject({ type: 'git', directory: 'packages/server' })
    expect(manifest.engines).toEqual({ node: '>=20.19' })
  })

  it('supports what its dependencies support', () => {
    const wanted = dependencies.map((name) => JSON.parse(read(path.join(modules, name, 'package.json'))).engines?.node ?? '>=0')
    for (const range of wanted) expect(Number(/(\d+)/.exec(range)?.[1])).toBeLessThanOrEqual(20)
  })
})
