import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { argon2Hasher } from '../core/argon2-hasher.ts'
import type { Row } from '../store/engine.ts'
import { openEngine } from '../store/open-engine.ts'
import { commands } from './commands.ts'
import { runCli } from './run-cli.ts'

const PASSWORD = 'correct horse 7'
const ID = '[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}'

/** A working directory with its own database, and a terminal at which nobody sits. */
function shell(env: Record<string, string> = {}) {
  const cwd = mkdtempSync(path.join(os.tmpdir(), 'latchkey-'))
  onTestFinished(() => rmSync(cwd, { recursive: true }))
  const database = path.join(cwd, 'data', 'test.db')
  const url = `file:${database}`

  return {
    database,
    file(name: string, content: string): string {
      writeFileSync(path.join(cwd, name), content)
      return path.join(cwd, name)
    },
    async latchkey(...args: string[]) {
      const out: string[] = []
      const err: string[] = []
      const terminal = {
        env: { DATABASE_URL: url, ...env },
        cwd,
        isInteractive: false,
        out: (line: string) => void out.push(line),
        err: (line: string) => void err.push(line),
      }
      return { code: await runCli(args, terminal), out: out.join('\n'), err: err.join('\n') }
    },
    async sql(statement: string): Promise<readonly Row[]> {
      const engine = await openEngine({ url, poolSize: 1, onError: () => undefined })
      try {
        return (await engine.query(statement)).map((row) => ({ ...row }))
      } finally {
        await engine.close()
      }
    },
  }
}

const ada = ['--email', 'ada@example.com', '--name', 'Ada'] as const

describe('latchkey', () => {
  it('shows every command when asked for help', async () => {
    const { code, out, err } = await shell().latchkey('--help')
    expect([code, err]).toEqual([0, ''])
    for (const { name, summary } of commands)
      expect(out).toMatch(new RegExp(`^ {2}${name} +${summary}$`.replaceAll('.', '\\.'), 'm'))
    expect((await shell().latchkey('-h')).out).toBe(out)
  })

  it.each([[[]], [['strat']], [['users']], [['create', 'users']], [['users', 'delete']], [['--version']]])(
    'shows the commands on stderr and exits with 2 when called as %j',
    async (args) => {
      expect(await shell().latchkey(...args)).toEqual({
        code: 2,
        out: '',
        err: expect.stringMatching(/^Usage: latchkey <command>/),
      })
    },
  )

  it.each(commands.map(({ name, options }) => [name, Object.keys(options)] as const))('explains %s', async (name, options) => {
    const { code, out, err } = await shell({ PORT: 'broken' }).latchkey(...name.split(' '), '--help')
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain(`Usage: latchkey ${name} [options]`)
    for (const option of [...options, 'config', 'set', 'help'])
      expect(out).toMatch(new RegExp(`^ {2}--${option}[ A-Z=]* {2}\\S`, 'm'))
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
    const { code, out, err } = await latchkey('migrate')
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain('ECONNREFUSED')
    expect(err).not.toContain('canary')
  })
})

describe('latchkey config check', () => {
  it('is content with the defaults', async () => {
    expect(await shell().latchkey('config', 'check')).toEqual({ code: 0, out: 'The configuration is fine.', err: '' })
  })

  it('reports every problem on stderr and exits with 1', async () => {
    const { latchkey } = shell({ NODE_ENV: 'production', SMTP_URL: 'smtp://mail.example.com', PORT: 'x' })
    expect(await latchkey('config', 'check', '--set', 'sessions.ttl=soon', '--set', 'a.b=c')).toEqual({
      code: 1,
      out: '',
      err: [
        'The configuration has 5 problems:',
        '  --set a.b: no such setting',
        '  PORT: must be a whole number from 0 to 65535',
        '  --set sessions.ttl: must be a duration such as 90s, 15m, 24h or 7d',
        '  PUBLIC_URL: must be set in production',
        '  SECRET: must be set in production, at least 32 bytes',
      ].join('\n'),
    })
  })

  it('reads the file that --config names', async () => {
    const { latchkey, file } = shell()
    file('other.json', '{"server": {"port": "x"}}')
    const { code, err } = await latchkey('config', 'check', '--config', 'other.json')
    expect([code, err]).toEqual([1, expect.stringContaining('server.port (other.json): must be')])
  })

  it('warns about what is allowed and dangerous', async () => {
    const { code, err } = await shell({ ALLOW_MISSING_CSRF_HEADERS: 'true' }).latchkey('config', 'check')
    expect([code, err]).toEqual([0, expect.stringMatching(/^Warning: ALLOW_MISSING_CSRF_HEADERS is on/)])
  })
})

describe('latchkey config print', () => {
  it('prints what is in force as JSON, and no secret', async () => {
    const { latchkey } = shell({
      SECRET: 'canary of more than thirty-two bytes',
      DATABASE_URL: 'postgres://latchkey:canary@db.example.com/latchkey',
    })
    const { code, out, err } = await latchkey('config', 'print', '--set', 'server.port=4000')
    expect([code, err]).toEqual([0, ''])
    expect(out).not.toContain('canary')
    expect(JSON.parse(out)).toMatchObject({
      server: { port: 4000, publicUrl: 'http://localhost:4000' },
      security: { secret: '[secret]' },
      storage: { url: '[secret]' },
      sessions: { ttl: '1d' },
    })
  })
})

describe('latchkey migrate', () => {
  it('applies what is missing, and nothing the second time', async () => {
    const { latchkey, sql } = shell()
    const first = await latchkey('migrate')
    expect(first).toEqual({ code: 0, out: expect.stringMatching(/^(applied .+\n)+The database is up to date\.$/), err: '' })
    expect(await latchkey('migrate')).toEqual({ code: 0, out: 'The database is up to date.', err: '' })
    expect(await sql('SELECT id FROM accounts')).toEqual([])
  })

  it('makes a database that only its owner can read', async () => {
    const { latchkey, database } = shell()
    await latchkey('migrate')
    expect(statSync(database).mode & 0o777).toBe(0o600)
  })
})

describe('latchkey users create', () => {
  it('creates an account with the password of a file, without its line end', async () => {
    const { latchkey, file, sql } = shell()
    const { code, out, err } = await latchkey('users', 'create', ...ada, '--password-file', file('password', `${PASSWORD}\n`))
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(new RegExp(`^Created ada@example\\.com \\(${ID}\\)\\.$`))

    const [account] = await sql('SELECT email, name, role, verified_at, password_hash FROM accounts')
    expect(account).toMatchObject({ email: 'ada@example.com', name: 'Ada', role: 'user', verified_at: null })
    const hash = String(account?.['password_hash'])
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await argon2Hasher.verify(hash, PASSWORD)).toBe(true)
  })

  it('creates an account without a password, unverified unless asked', async () => {
    const { latchkey, sql } = shell()
    await latchkey('users', 'create', ...ada, '--no-password')
    await latchkey('users', 'create', '--email', 'eve@example.com', '--name', 'Eve', '--no-password', '--verified')
    expect(await sql('SELECT email, password_hash, verified_at FROM accounts ORDER BY email')).toEqual([
      { email: 'ada@example.com', password_hash: null, verified_at: null },
      { email: 'eve@example.com', password_hash: null, verified_at: expect.any(Number) },
    ])
  })

  it('stores address and name in their canonical form', async () => {
    const { latchkey, sql } = shell()
    await latchkey('users', 'create', '--email', ' Ada@EXAMPLE.com ', '--name', '  Ada  ', '--no-password')
    expect(await sql('SELECT email, name FROM accounts')).toEqual([{ email: 'ada@example.com', name: 'Ada' }])
  })

  it('prints JSON when asked', async () => {
    const { latchkey } = shell()
    const { code, out } = await latchkey('users', 'create', ...ada, '--no-password', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toEqual({ id: expect.stringMatching(new RegExp(`^${ID}$`)), email: 'ada@example.com' })
  })

  it('writes the audit trail with the account', async () => {
    const { latchkey, sql } = shell()
    const { id } = JSON.parse((await latchkey('users', 'create', ...ada, '--no-password', '--json')).out)
    expect(await sql('SELECT type, success, actor_id, target_user_id, user_agent FROM audit_events')).toEqual([
      { type: 'user.registered', success: 1, actor_id: null, target_user_id: id, user_agent: 'latchkey command line' },
    ])
  })

  it('refuses an address that is taken, in whatever letter case', async () => {
    const { latchkey, sql } = shell()
    await latchkey('users', 'create', ...ada, '--no-password')
    expect(await latchkey('users', 'create', '--email', 'ADA@example.com', '--name', 'Eve', '--no-password')).toEqual({
      code: 1,
      out: '',
      err: 'An account with this email address already exists.',
    })
    expect(await sql('SELECT name FROM accounts')).toEqual([{ name: 'Ada' }])
    expect(await sql('SELECT id FROM audit_events')).toHaveLength(1)
  })

  it.each([
    ['an invalid address', ['--email', 'ada@localhost', '--name', 'Ada'], 'This is not a valid email address.'],
    ['an empty address', ['--email', '', '--name', 'Ada'], 'This is not a valid email address.'],
    ['a blank name', ['--email', 'ada@example.com', '--name', ' '], 'The name must have 1 to 200 visible characters.'],
  ])('refuses %s', async (_, flags, message) => {
    expect(await shell().latchkey('users', 'create', ...flags, '--no-password')).toEqual({ code: 1, out: '', err: message })
  })

  it('refuses a weak password and says what it lacks', async () => {
    const { latchkey, file } = shell()
    const { code, err } = await latchkey('users', 'create', ...ada, '--password-file', file('password', 'abc\n'))
    expect([code, err]).toEqual([1, 'The password needs at least 8 characters and a digit.'])
  })

  it('refuses a password file that cannot be read', async () => {
    const { code, err } = await shell().latchkey('users', 'create', ...ada, '--password-file', '/nowhere/password')
    expect([code, err]).toEqual([1, '--password-file: cannot read /nowhere/password'])
  })

  it.each([
    ['--email', ['--name', 'Ada', '--no-password']],
    ['--name', ['--email', 'ada@example.com', '--no-password']],
    ['--password-file', [...ada]],
  ])('exits with 2 when %s is missing and nobody can be asked', async (flag, flags) => {
    const { code, out, err } = await shell().latchkey('users', 'create', ...flags)
    expect([code, out]).toEqual([2, ''])
    expect(err).toMatch(new RegExp(`^${flag} is missing\n\nUsage: latchkey users create`))
  })

  it('exits with 2 for a password and none at once', async () => {
    const { latchkey, file } = shell()
    const { code, err } = await latchkey(
      'users',
      'create',
      ...ada,
      '--no-password',
      '--password-file',
      file('password', PASSWORD),
    )
    expect(code).toBe(2)
    expect(err).toMatch(/^--no-password and --password-file exclude each other\n/)
  })
})

describe('latchkey users list', () => {
  const people = ['ada', 'bob', 'cy'] as const

  async function populated() {
    const world = shell()
    for (const name of people) {
      const flags = name === 'bob' ? ['--verified'] : []
      await world.latchkey('users', 'create', '--email', `${name}@example.com`, '--name', name, '--no-password', ...flags)
    }
    return world
  }

  it('prints nothing for an empty database', async () => {
    const { latchkey } = shell()
    expect(await latchkey('users', 'list')).toEqual({ code: 0, out: '', err: '' })
    expect((await latchkey('users', 'list', '--json')).out).toBe('[]')
  })

  it('prints one line for each account, the newest first', async () => {
    const { code, out, err } = await (await populated()).latchkey('users', 'list')
    expect([code, err]).toEqual([0, ''])
    expect(out.split('\n')).toEqual([
      expect.stringMatching(new RegExp(`^${ID} {2}cy@example\\.com {2}cy {2}\\(user, unverified\\)$`)),
      expect.stringMatching(new RegExp(`^${ID} {2}bob@example\\.com {2}bob {2}\\(user, verified\\)$`)),
      expect.stringMatching(new RegExp(`^${ID} {2}ada@example\\.com {2}ada {2}\\(user, unverified\\)$`)),
    ])
  })

  it('prints user objects as JSON, a page at a time', async () => {
    const { latchkey } = await populated()
    const { out } = await latchkey('users', 'list', '--json', '--limit', '1', '--offset', '1')
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(JSON.parse(out)).toEqual([
      {
        id: expect.stringMatching(new RegExp(`^${ID}$`)),
        email: 'bob@example.com',
        name: 'bob',
        role: 'user',
        isVerified: true,
        isBanned: false,
        twoFactorEnabled: false,
        orgOwnerCount: 0,
        createdAt: time,
        updatedAt: time,
      },
    ])
    expect(JSON.parse((await latchkey('users', 'list', '--json', '--limit', '1000')).out)).toHaveLength(3)
  })

  it.each([
    ['--limit', '0'],
    ['--limit', 'ten'],
    ['--limit', '1.5'],
    ['--limit='],
    ['--limit=-1'],
    ['--offset', 'x'],
    ['--offset=-1'],
  ])('exits with 2 for %s %s', async (...flags) => {
    const { code, err } = await shell().latchkey('users', 'list', ...flags)
    expect(code).toBe(2)
    expect(err).toMatch(/^--limit and --offset must be whole numbers\n/)
  })
})

describe('latchkey admin create', () => {
  it('creates a verified administrator', async () => {
    const { latchkey, file } = shell()
    const { code, out, err } = await latchkey('admin', 'create', ...ada, '--password-file', file('password', PASSWORD))
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(new RegExp(`^Created administrator ada@example\\.com \\(${ID}\\)\\.$`))
    expect((await latchkey('users', 'list')).out).toMatch(/ada@example\.com {2}Ada {2}\(admin, verified\)$/)
  })

  it('refuses a weak password', async () => {
    const { latchkey, file, sql } = shell()
    const { code, err } = await latchkey('admin', 'create', ...ada, '--password-file', file('password', 'abcdefgh'))
    expect([code, err]).toEqual([1, 'The password needs a digit.'])
    await latchkey('migrate')
    expect(await sql('SELECT id FROM accounts')).toEqual([])
  })

  it('always asks for a password', async () => {
    const { latchkey } = shell()
    expect((await latchkey('admin', 'create', ...ada)).code).toBe(2)
    expect((await latchkey('admin', 'create', ...ada, '--no-password')).code).toBe(2)
  })
})
