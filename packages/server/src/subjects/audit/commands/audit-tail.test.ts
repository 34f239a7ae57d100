import { describe, expect, it } from 'vitest'
import { ada, migratedShell, shell } from '../../../../test/support/shell.ts'

const ADA = '01890000-0000-7000-8000-00000000000a'
const BOB = '01890000-0000-7000-8000-00000000000b'

interface Event {
  readonly type: string
  readonly success?: number
  readonly userId?: string
  readonly ip?: string
  readonly agent?: string
  readonly metadata?: string
  readonly count?: number
}

/** A shell over a log in which one of these happened every second. */
async function logged(...events: Event[]) {
  const here = await migratedShell()
  for (const [at, event] of events.entries()) {
    const { type, success = 1, userId = ADA, ip = '192.0.2.1', agent = '', metadata = '{}', count = 1 } = event
    await here.sql(
      `INSERT INTO audit_events (id, type, success, target_user_id, ip, user_agent, request_id, metadata, created_at, count)
       VALUES (?, ?, ?, ?, ?, ?, 'r1', ?, ?, ?)`,
      [`01890000-0000-7000-8000-${String(at).padStart(12, '0')}`, type, success, userId, ip, agent, metadata, at * 1000, count],
    )
  }
  return here
}

/** The types of what was printed with --json. */
const typesOf = (out: string): unknown[] =>
  out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line).type)

describe('latchkey audit tail', () => {
  it('prints nothing for an empty log', async () => {
    expect(await (await migratedShell()).latchkey('audit', 'tail')).toEqual({ code: 0, out: '', err: '' })
  })

  it('prints one line for each event, the newest last', async () => {
    const { latchkey } = await logged(
      { type: 'login.success', agent: 'Mozilla/5.0 (X11)' },
      { type: 'login.failed', success: 0, ip: '2001:db8::1', metadata: '{"reason":"banned"}' },
    )
    expect(await latchkey('audit', 'tail')).toEqual({
      code: 0,
      out: [
        `1970-01-01T00:00:00.000Z  login.success  ok  user=${ADA}  ip=192.0.2.1  agent="Mozilla/5.0 (X11)"`,
        `1970-01-01T00:00:01.000Z  login.failed  failed  user=${ADA}  ip=2001:db8::1  reason=banned`,
      ].join('\n'),
      err: '',
    })
  })

  it('says how many an event stands for', async () => {
    const { latchkey } = await logged({ type: 'login.failed', success: 0, metadata: '{"reason":"banned"}', count: 12 })
    expect((await latchkey('audit', 'tail')).out).toMatch(/ {2}login\.failed {2}failed {2}user=.* {2}reason=banned {2}count=12$/)
    expect(JSON.parse((await latchkey('audit', 'tail', '--json')).out).metadata).toEqual({ reason: 'banned', count: 12 })
  })

  it('shows what was done on the command line as that, and by nobody', async () => {
    const { latchkey } = await migratedShell()
    const { id } = JSON.parse((await latchkey('users', 'create', ...ada, '--no-password', '--json')).out)
    const { out } = await latchkey('audit', 'tail')
    expect(out).toMatch(/^\S+Z {2}user\.registered {2}ok {2}user=/)
    expect(out.endsWith(`user=${id}  agent="latchkey command line"  role=user`)).toBe(true)
  })

  it('prints events as the administrators see them, one JSON object to a line', async () => {
    const { latchkey } = await logged({ type: 'logout' }, { type: 'login.failed', success: 0, metadata: '{"reason":"banned"}' })
    const lines = (await latchkey('audit', 'tail', '--json')).out.split('\n')
    expect(lines).toHaveLength(2)
    expect(JSON.parse(lines[1] ?? '')).toEqual({
      id: '01890000-0000-7000-8000-000000000001',
      sequence: null,
      type: 'login.failed',
      success: false,
      actorId: null,
      targetUserId: ADA,
      sessionId: null,
      ip: '192.0.2.1',
      userAgent: '',
      requestId: 'r1',
      metadata: { reason: 'banned' },
      createdAt: '1970-01-01T00:00:01.000Z',
    })
  })

  it('prints the newest 20 unless told how many', async () => {
    const { latchkey } = await logged(...Array.from({ length: 25 }, (_, n) => ({ type: `e${n}` })))
    const newest = (count: number) => Array.from({ length: count }, (_, n) => `e${25 - count + n}`)
    expect(typesOf((await latchkey('audit', 'tail', '--json')).out)).toEqual(newest(20))
    expect(typesOf((await latchkey('audit', 'tail', '--json', '--lines', '3')).out)).toEqual(newest(3))
    expect(typesOf((await latchkey('audit', 'tail', '--json', '-n', '1')).out)).toEqual(newest(1))
    expect(typesOf((await latchkey('audit', 'tail', '--json', '-n', '1000')).out)).toEqual(newest(25))
  })

  it('prints only what was asked for', async () => {
    const { latchkey } = await logged(
      { type: 'login.success', userId: BOB },
      { type: 'login.failed', success: 0 },
      { type: 'logout', ip: '2001:db8::1' },
    )
    const types = async (...flags: string[]) => typesOf((await latchkey('audit', 'tail', '--json', ...flags)).out)
    expect(await types('--type', 'logout')).toEqual(['logout'])
    expect(await types('--user', BOB)).toEqual(['login.success'])
    expect(await types('--ip', '2001:db8::1')).toEqual(['logout'])
    expect(await types('--success', 'false')).toEqual(['login.failed'])
    expect(await types('--success', 'true')).toEqual(['login.success', 'logout'])
    expect(await types('--success', 'true', '--user', ADA)).toEqual(['logout'])
  })

  it('takes the address of an account for its id', async () => {
    const { latchkey } = await logged({ type: 'logout' })
    await latchkey('users', 'create', ...ada, '--no-password')
    const { out } = await latchkey('audit', 'tail', '--json', '--user', 'ADA@example.com')
    expect(typesOf(out)).toEqual(['user.registered'])
    expect(await latchkey('audit', 'tail', '--user', 'eve@example.com')).toEqual({
      code: 1,
      out: '',
      err: 'There is no such user.',
    })
  })

  it('lets no user agent command the terminal, end the line or pose as a field', async () => {
    const { latchkey } = await logged({ type: 'logout', agent: '\u001b[2J\u009b1m\n\u202e\u2028 "x"  actor=root' })
    const { out } = await latchkey('audit', 'tail')
    expect(out).toBe(
      `1970-01-01T00:00:00.000Z  logout  ok  user=${ADA}  ip=192.0.2.1  ` +
        String.raw`agent="\u001b[2J\u{9b}1m\n\u{202e}\u{2028} \"x\"  actor=root"`,
    )
  })

  it.each([
    ['--lines', '0', '--lines must be a whole number'],
    ['-n', 'ten', '--lines must be a whole number'],
    ['--type', 'Login!', '--type must be the name of an event.'],
    ['--ip', 'here', '--ip must be an address.'],
    ['--success', 'maybe', '--success must be true or false.'],
  ])('exits with 2 for %s %s', async (flag, value, message) => {
    const { code, out, err } = await shell().latchkey('audit', 'tail', flag, value)
    expect([code, out, err.split('\n')[0]]).toEqual([2, '', message])
  })

  it('shows the short forms of its options', async () => {
    const { out } = await shell().latchkey('audit', 'tail', '--help')
    expect(out).toMatch(/^ {2}-n, --lines N {2,}How many/m)
    expect(out).toMatch(/^ {2}-f, --follow {2,}Go on/m)
  })
})
