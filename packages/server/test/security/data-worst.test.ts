import { expect, it } from 'vitest'
import { declared } from '../support/declared.ts'
import { longestHold } from '../support/longest-hold.ts'
import { PageVisitor } from '../support/page-visitor.ts'
import { PASSWORD } from '../support/world.ts'

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

it('a form or a search with more of them than an account can have holds no other request', async () => {
  const names = Array.from({ length: 12 }, (_, n) => `code${n}`)
  const field = { type: 'text', access: 'owner', pattern: PATTERN, searchable: true, atSignUp: 'optional' }
  const { ada, root, browser, stored } = await declared(Object.fromEntries(names.map((name) => [name, field])))
  const [owner, stranger] = [new PageVisitor(ada), new PageVisitor(browser())]
  await owner.open('/account')
  await stranger.open('/sign-up')
  let round = 0
  /** Never the same twice: answers are remembered. Digits are looked at last. */
  const typed = () => {
    round += 1
    return Object.fromEntries(names.map((name, n) => [`data.${name}`, `${worst(n).slice(0, 4090)}${round}`]))
  }
  const matching = names.slice(0, 3).map((name, n) => [`data.${name}`, worst(n)])
  const form = { name: 'Ada', email: 'new@example.com', password: PASSWORD }
  const hold = (work: () => Promise<{ readonly status: number }>) =>
    longestHold(MOST_MS, async () => expect((await work()).status).toBe(400))
  expect(await hold(() => owner.post('/account', { _action: 'saveData', ...typed() }))).toBeLessThan(MOST_MS)
  expect(await hold(() => stranger.post('/sign-up', { _action: 'signUp', ...form, ...typed() }))).toBeLessThan(MOST_MS)
  expect(await hold(() => root.get(`/admin/users?${new URLSearchParams(matching)}`))).toBeLessThan(MOST_MS)
  expect(await stored()).toBeNull()
}, 60_000)
