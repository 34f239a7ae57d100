import { describe, expect, it } from 'vitest'
import { openedEngines } from '../../../../test/support/opened-engines.ts'

async function withTable() {
  const { open } = await openedEngines()
  const [engine, other] = [await open(), await open()]
  await engine.run(`CREATE TABLE notes (id BIGINT PRIMARY KEY)`)
  const add = `INSERT INTO notes (id) VALUES (?)`
  const notes = async (): Promise<unknown[]> => (await other.query(`SELECT id FROM notes ORDER BY id`)).map(({ id }) => id)
  return { engine, add, notes }
}

describe('a statement whose rows nobody reads', () => {
  it('is done when it resolves, outside of a transaction', async () => {
    const { engine, add, notes } = await withTable()
    await engine.run(add, [1])
    expect(await notes()).toEqual([1])
    await expect(engine.run(add, [1])).rejects.toThrow()
  })

  it('is done in its order inside of one, also when nothing is asked after it', async () => {
    const { engine, add, notes } = await withTable()
    const seen = await engine.transaction(async (sql) => {
      await sql.run(add, [1])
      await sql.run(`UPDATE notes SET id = id + 10`)
      const rows = await sql.query(`SELECT id FROM notes`)
      await sql.run(add, [2])
      await sql.run(`DELETE FROM notes WHERE id = ?`, [11])
      return rows.map(({ id }) => id)
    })
    expect(seen).toEqual([11])
    expect(await notes()).toEqual([2])
  })

  it('takes the whole transaction back when it fails, whatever follows it, and says why', async () => {
    const { engine, add, notes } = await withTable()
    const failing = [
      engine.transaction(async (sql) => {
        await sql.run(add, [1])
        await sql.run(add, [1])
        await sql.run(add, [2])
      }),
      engine.transaction(async (sql) => {
        await sql.run(add, [1])
        await sql.run(add, [1])
        await sql.query(`SELECT id FROM notes`)
      }),
    ]
    for (const one of failing) await expect(one).rejects.toThrow(/unique/i)
    expect(await notes()).toEqual([])
    await engine.transaction((sql) => sql.run(add, [3]))
    expect(await notes()).toEqual([3])
  })

  it('is not done where the transaction fails for another reason', async () => {
    const { engine, add, notes } = await withTable()
    const failing = engine.transaction(async (sql) => {
      await sql.run(add, [1])
      throw new Error('later step failed')
    })
    await expect(failing).rejects.toThrow('later step failed')
    expect(await notes()).toEqual([])
  })
})
