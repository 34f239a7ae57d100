import { expect, it, onTestFinished } from 'vitest'
import { migratedDatabase } from '../../../test/support/database.ts'
import { openEngine } from './open-engine.ts'
import { readSnapshot } from './read-snapshot.ts'

it('keeps no log from being emptied once it is over, whether it ended well or not', async () => {
  const { url, drop } = await migratedDatabase()
  onTestFinished(drop)
  const engine = await openEngine({ url, poolSize: 1, onError: () => undefined })
  const add = (name: string) => engine.query(`INSERT INTO locks (name, taken) VALUES (?, 0)`, [name])
  await add('before')
  await readSnapshot(url, (sql) => sql.query(`SELECT * FROM locks`))
  await expect(
    readSnapshot(url, async (sql) => {
      await sql.query(`SELECT * FROM locks`)
      throw new Error('stopped')
    }),
  ).rejects.toThrow('stopped')
  await add('after')
  expect(await engine.query('PRAGMA wal_checkpoint(RESTART)')).toMatchObject([{ busy: 0 }])
  await engine.query(`DELETE FROM locks`)
  await engine.close()
})
