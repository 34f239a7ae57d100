import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { textInTurns } from './text-in-turns.ts'

const Row = Type.Object({ n: Type.Integer() })
const schema = Type.Object({ rows: Type.Array(Row), one: Row, note: Type.Optional(Type.String()) })
const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ n, secret: 'not for readers' }))

describe('textInTurns', () => {
  it.each([0, 1, 499, 500, 501, 1203])(
    'writes a list of %d rows as if at once, and only what the schema names',
    async (count) => {
      const value = { rows: rows(count), one: { n: -1, secret: '' }, secret: '' }
      const expected = { rows: rows(count).map(({ n }) => ({ n })), one: { n: -1 } }
      expect(await textInTurns(schema, value)).toBe(JSON.stringify(expected))
      expect(JSON.parse(await textInTurns(schema, { ...value, note: 'x' }))).toEqual({ ...expected, note: 'x' })
    },
  )

  it('refuses a row that does not fit, wherever it is, and what is missing', async () => {
    const wrong = [...rows(700), { n: 'seven' }]
    await expect(textInTurns(schema, { rows: wrong, one: { n: 1 } })).rejects.toThrow('does not fit')
    await expect(textInTurns(schema, { rows: [] })).rejects.toThrow('does not fit')
  })

  it('lets others go on between the rows', async () => {
    let turns = 0
    const count = (): void => {
      turns++
      if (turns < 100) setImmediate(count)
    }
    setImmediate(count)
    await textInTurns(schema, { rows: rows(2000), one: { n: 1 } })
    expect(turns).toBeGreaterThanOrEqual(4)
  })

  it('writes what has no fields as it is', async () => {
    expect(await textInTurns(Type.Array(Row), rows(2))).toBe('[{"n":0},{"n":1}]')
  })
})
