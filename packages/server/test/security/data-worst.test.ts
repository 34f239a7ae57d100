import { expect, it } from 'vitest'
import { declared } from '../support/declared.ts'
import { longestHold } from '../support/longest-hold.ts'

const MOST_MS = 50
const MOST = 20

/** About as many parts as are taken for a text of 4 KiB, each of which takes part in every character. */
const PATTERN = `(${'[a-z]?'.repeat(70)})*`
const worst = (n: number) => `${String.fromCharCode(97 + (n % 26)).repeat(4095)}z`

it('4 KiB of the slowest values hold no other request: written, checked, searched, listed and exported', async () => {
  const { ada, root, sql, signedUp, change } = await declared({
    code: { type: 'text', access: 'owner', pattern: PATTERN, searchable: true },
  })
  await signedUp('bob@example.com')
  let round = 0
  const hold = (work: () => Promise<{ readonly status: number }>) =>
    longestHold(MOST_MS, async () => expect((await work()).status).toBe(200))
  expect(await hold(() => change({ code: worst(round++) }))).toBeLessThan(MOST_MS)
  expect(await hold(() => ada.get('/auth/check?data=true'))).toBeLessThan(MOST_MS)
  expect(await hold(() => root.get(`/admin/users?data.code=${worst(round++)}`))).toBeLessThan(MOST_MS)
  const many = Array.from({ length: MOST }, (_, n) => n)
  for (const n of many)
    await sql(
      `INSERT INTO accounts (id, email, name, role, credential_version, created_at, updated_at, data) VALUES (?, ?, 'A', 'user', 1, 1, 1, ?)`,
      [`01890000-0000-7000-8000-${String(n).padStart(12, '0')}`, `u${n}@example.com`, JSON.stringify({ code: worst(n) })],
    )
  expect(await hold(() => root.get(`/admin/users?include=data&limit=${MOST}&orderDirection=asc`))).toBeLessThan(MOST_MS)
  expect(await hold(() => root.get('/console/users.csv'))).toBeLessThan(MOST_MS)
}, 60_000)
