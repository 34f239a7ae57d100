import { readdirSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'

type Change = (place: unknown) => unknown
type Places = Readonly<Record<string, Change | readonly Change[]>>

interface Defect {
  readonly name: string
  readonly places: Places
  readonly seenBy: { readonly tests: readonly string[] }
}

const server = path.resolve(import.meta.dirname, '../..')
const load = (name: string) => import(pathToFileURL(path.join(server, 'defects', `${name}.mjs`)).href)
const { defects }: { defects: readonly Defect[] } = await load('defects')
const { Sources } = await load('sources')
const { plant }: { plant: (sources: unknown, places: Places) => ReadonlyMap<string, string> } = await load('plant')
const { isNamed }: { isNamed: (name: string) => (file: string) => boolean } = await load('named-tests')
const { becomes, first, inPlaceOf, without, wrong } = await load('changes')

const sources = Sources.in(path.join(server, 'src'))
const files = ['src', 'test'].flatMap((folder) =>
  readdirSync(path.join(server, folder), { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
)

describe('the planted defects', () => {
  it.each(defects)('$name: can still be planted, and its tests are there', ({ places, seenBy }) => {
    expect(plant(sources, places).size).toBeGreaterThan(0)
    for (const test of seenBy.tests) expect(files.filter(isNamed(test)), test).not.toEqual([])
  })
})

describe('a mistake', () => {
  const text = `
export const LIMIT = 3
export async function take(tx: Tables, now: number) {
  // Where used_at IS NULL.
  const rows = await tx.sql.query(\`UPDATE codes SET used_at = ?
    WHERE hash = ?   AND used_at
      IS NULL\`, [now])
  if (!(await isGiven(tx))) throw new Error('taken')
  return rows.length > 0
}
export const isGiven = async (tx: Tables) => tx.given
class Codes {
  #spend(now: number) { return take({}, now) }
}
`
  const planted = (places: Places, also: Readonly<Record<string, string>> = {}): string | undefined =>
    plant(new Sources(new Map(Object.entries({ 'store/codes.ts': text, ...also }))), places).get('store/codes.ts')

  it('is made where the name is declared, however the code is broken into lines', () => {
    expect(planted({ take: wrong('AND used_at IS NULL', '') })).toBe(text.replace(/AND used_at\s+IS NULL/, ''))
    expect(planted({ take: without('isGiven') })).toBe(text.replace(/if .*/, '{}'))
    expect(planted({ take: inPlaceOf('sql.query', '[]') })).toBe(text.replace(/tx\.sql\.query\([^;]*now\]\)/, '[]'))
    expect(planted({ 'Codes.#spend': first('now = 0') })).toBe(text.replace('{ return take', '{ now = 0\n return take'))
    expect(planted({ isGiven: becomes('return true') })).toBe(text.replace('tx.given', '{ return true }'))
    expect(planted({ LIMIT: becomes('4'), 'take.rows': becomes('[]') })).toContain('LIMIT = 4')
  })

  it('is refused where it is not clear what is meant', () => {
    const again = { 'core/take.ts': 'export function take() {}' }
    expect(() => planted({ give: becomes('') })).toThrow('give is declared 0 times')
    expect(() => planted({ take: becomes('') }, again)).toThrow('take is declared 2 times, in store/codes.ts, in core/take.ts')
    expect(planted({ 'codes.take': becomes('') }, again)).toBeDefined()
    expect(() => planted({ take: wrong('now', 'then') })).toThrow('take has this 2 times: now')
    expect(() => planted({ take: without('sql.query') })).toThrow('take needs what sql.query returns')
    expect(() => planted({ LIMIT: becomes('3') })).toThrow('store/codes.ts is what it was')
    expect(() => planted({ LIMIT: becomes('(') })).toThrow('store/codes.ts: ')
  })

  it('imports what its file does not, from wherever that is', () => {
    const elsewhere = { 'core/sessions/issue.ts': 'export function issue() {}' }
    expect(planted({ isGiven: first("await import('issue')") }, elsewhere)).toContain("await import('../core/sessions/issue.ts')")
  })
})
