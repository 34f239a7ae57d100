import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ada, PASSWORD, shell } from '../../test/support/shell.ts'
import { commands } from './commands.ts'

describe('latchkey', () => {
  it('shows every command when asked for help', async () => {
    const { code, out, err } = await shell().latchkey('--help')
    expect([code, err]).toEqual([0, ''])
    for (const { name, summary } of commands)
      expect(out).toMatch(new RegExp(`^ {2}${name} +${summary.replace(/[.()]/g, '\\$&')}$`, 'm'))
    expect((await shell().latchkey('-h')).out).toBe(out)
  })

  it.each(['--version', '-v'])('tells its version when called as %s, whatever the configuration', async (flag) => {
    const { version } = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../package.json'), 'utf8'))
    expect(await shell({ PORT: 'broken' }).latchkey(flag)).toEqual({ code: 0, out: version, err: '' })
  })

  it.each([
    [[], ''],
    [['strat'], 'Unknown command strat. Did you mean start?\n\n'],
    [['strat', '--set', 'a.b=c'], 'Unknown command strat. Did you mean start?\n\n'],
    [['user', 'create'], 'Unknown command user create. Did you mean users create?\n\n'],
    [['create', 'users'], 'Unknown command create users.\n\n'],
    [['--versions'], 'Unknown command --versions.\n\n'],
    [['-v', 'start'], 'Unknown command -v start.\n\n'],
  ])('shows the commands on stderr and exits with 2 when called as %j', async (args, said) => {
    const { code, out, err } = await shell().latchkey(...args)
    expect([code, out]).toEqual([2, ''])
    expect(err.startsWith(`${said}Usage: latchkey <command>`), err).toBe(true)
  })

  it.each([
    [['clients', '--help'], 0],
    [['clients'], 2],
    [['oidc', 'keys', '-h'], 0],
  ] as const)('shows the commands of a group alone when called as %j', async (args, exit) => {
    const { code, out, err } = await shell().latchkey(...args)
    expect(code).toBe(exit)
    const words = args.filter((word) => !word.startsWith('-')).join(' ')
    const shown = (exit === 0 ? out : err).split('\n').flatMap((line) => /^ {2}(\S.*?) {2,}/.exec(line)?.[1] ?? [])
    expect(shown).toEqual(commands.map(({ name }) => name).filter((name) => name.startsWith(`${words} `)))
    expect(exit === 0 ? err : out).toBe('')
  })

  it.each(commands.map(({ name, options }) => [name, Object.keys(options)] as const))('explains %s', async (name, options) => {
    const { code, out, err } = await shell({ PORT: 'broken' }).latchkey(...name.split(' '), '--help')
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain(`Usage: latchkey ${name} [options]`)
    for (const option of [...options, 'config', 'set', 'help'])
      expect(out).toMatch(new RegExp(`^ {2}(?:-[a-z], )?--${option}[ A-Za-z|=]*? {2}\\S`, 'm'))
  })

  it.each([
    ['an unknown flag', ['--nonsense']],
    ['a mistyped flag', ['--emial', 'ada@example.com']],
    ['a password as a flag', ['--password', PASSWORD]],
    ['a value for a switch', ['--verified=false']],
    ['a flag without its value', ['--email']],
    ['a word too many', ['ada@example.com']],
  ])('exits with 2 and the help of the command for %s, and does nothing', async (_, wrong) => {
    const { latchkey, database } = shell()
    const { code, out, err } = await latchkey('users', 'create', ...ada, '--no-password', ...wrong)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain('Usage: latchkey users create [options]')
    expect(() => statSync(database)).toThrow('ENOENT')
  })

  it('reports a broken configuration and exits with 1, whatever the command', async () => {
    const { latchkey, database } = shell({ PORT: 'broken' })
    for (const args of [['start'], ['migrate'], ['users', 'list'], ['users', 'create', ...ada, '--no-password']]) {
      expect(await latchkey(...args)).toEqual({
        code: 1,
        out: '',
        err: expect.stringMatching(/^The configuration has a problem:\n {2}PORT: /),
      })
    }
    expect(() => statSync(database)).toThrow('ENOENT')
  })

  it('exits with 1 when the database cannot be reached, and does not print its password', async () => {
    const { latchkey } = shell({ DATABASE_URL: 'postgres://latchkey:canary@127.0.0.1:1/latchkey' })
    for (const args of [['migrate'], ['users', 'list']])
      expect(await latchkey(...args)).toEqual({
        code: 1,
        out: '',
        err: 'The database at 127.0.0.1:1/latchkey cannot be opened: connect ECONNREFUSED 127.0.0.1:1. Is DATABASE_URL right?',
      })
  })

  it('exits with 1 when what listens there is no database, or its certificate is not there', async () => {
    const other = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    for (const search of ['', '?sslmode=verify-full&sslrootcert=/nowhere']) {
      const { latchkey } = shell({ DATABASE_URL: `postgres://latchkey:canary@127.0.0.1:${port}/latchkey${search}` })
      expect(await latchkey('migrate')).toEqual({
        code: 1,
        out: '',
        err: expect.stringMatching(/^The database at 127\.0\.0\.1:\d+\/latchkey cannot be opened: .+\. Is DATABASE_URL right\?$/),
      })
    }
  })

  it.each(['PAGES_CSS', 'PAGES_LOGO'])('exits with 1 and one line when the file of %s is not there', async (setting) => {
    const { latchkey } = shell({ [setting]: '/nowhere.svg' })
    expect(await latchkey('start')).toMatchObject({ code: 1, err: `${setting}: cannot read /nowhere.svg` })
  })

  it('exits with 1 when the database is a folder, and says which', async () => {
    const { latchkey } = shell({ DATABASE_URL: 'file:.' })
    expect(await latchkey('migrate')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^The database at \S+ cannot be opened: .*\. Is DATABASE_URL right\?$/),
    })
  })
})
