import { describe, expect, it } from 'vitest'
import { ID, migratedShell, shell } from '../../../../test/support/shell.ts'

describe('latchkey users list', () => {
  const people = ['ada', 'bob', 'cy'] as const

  async function populated() {
    const world = await migratedShell()
    for (const name of people) {
      const flags = name === 'bob' ? ['--verified'] : []
      await world.latchkey('users', 'create', '--email', `${name}@example.com`, '--name', name, '--no-password', ...flags)
    }
    return world
  }

  it('prints nothing for an empty database', async () => {
    const { latchkey } = await migratedShell()
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

  it('finds by the beginning of a word, and by an id', async () => {
    const { latchkey } = await populated()
    const emails = async (typed: string) =>
      JSON.parse((await latchkey('users', 'list', '--json', '--search', typed)).out).map(({ email }: { email: string }) => email)
    expect(await emails('BÓB')).toEqual(['bob@example.com'])
    expect(await emails('example.com ad')).toEqual(['ada@example.com'])
    expect(await emails('xample')).toEqual([])
    const [{ id }] = JSON.parse((await latchkey('users', 'list', '--json', '--search', 'cy@')).out)
    expect(await emails(id)).toEqual(['cy@example.com'])
    expect(await latchkey('users', 'list', '--search', 'x'.repeat(255))).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^--search must be of at most 254 characters\.\n/),
    })
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
