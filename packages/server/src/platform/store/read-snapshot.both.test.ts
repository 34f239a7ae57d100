import { expect, it, onTestFinished } from 'vitest'
import { migratedDatabase } from '../../../test/support/database.ts'
import { openEngine } from './open-engine.ts'
import { readSnapshot } from './read-snapshot.ts'

it('reads what there was at one moment, and keeps nobody from writing', async () => {
  const { url, drop } = await migratedDatabase()
  onTestFinished(drop)
  const engine = await openEngine({ url, poolSize: 1, onError: () => undefined })
  const add = (name: string) => engine.query(`INSERT INTO locks (name, taken) VALUES (?, 0)`, [name])
  await add('before')
  const counted = `SELECT COUNT(*) AS total FROM locks`
  const seen = await readSnapshot(url, async (sql) => {
    const first = await sql.query(counted)
    await add('meanwhile')
    await expect(sql.query(`DELETE FROM locks WHERE name = 'before' AND taken = ?`, [9])).rejects.toThrow(/read-?only/)
    return first
  })
  expect(Number((await engine.query(counted))[0]?.['total'])).toBe(Number(seen[0]?.['total']) + 1)
  const again = await readSnapshot(url, async (sql) => {
    const [first] = await sql.query(counted)
    await add('later')
    const [second] = await sql.query(counted)
    return [first, second]
  })
  expect(again[0]).toEqual(again[1])
  await engine.query(`DELETE FROM locks WHERE name IN ('before', 'meanwhile', 'later')`)
  await engine.close()
})
