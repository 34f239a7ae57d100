import '../../subjects/index.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { emptyDatabase } from '../../../test/support/database.ts'
import { openMigrated } from './open-migrated.ts'

const opening = (url: string) => openMigrated({ url, poolSize: 1, onError: () => undefined })

describe('a PostgreSQL database that cannot be used', () => {
  it('is refused with a sentence when the server has none of this name', async () => {
    const { url, drop } = await emptyDatabase()
    await drop()
    await expect(opening(url)).rejects.toThrow(
      /^The database at \S+ cannot be opened: .*does not exist\. Is DATABASE_URL right\?$/,
    )
  })

  it('is refused with a sentence when it takes no writes', async () => {
    const { url, drop } = await emptyDatabase()
    onTestFinished(drop)
    await expect(opening(`${url}?options=-c%20default_transaction_read_only%3Don`)).rejects.toThrow(
      /^The database at \S+ cannot be brought up to date: .*read-only transaction\.$/,
    )
  })
})
