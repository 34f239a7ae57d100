import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { carriedWebhook } from '../../../../test/support/carried-webhook.ts'
import { emptyDatabase } from '../../../../test/support/database.ts'
import { scratchDirectory } from '../../../../test/support/scratch-directory.ts'
import { shell } from '../../../../test/support/shell.ts'

const SECRET = 'a secret for tests, 32 bytes and more'

it('a webhook that has moved from a file to PostgreSQL is told what it was still to be told', async () => {
  const target = await emptyDatabase()
  onTestFinished(target.drop)
  const url = `file:${path.join(scratchDirectory('latchkey-moved-webhooks-'), 'test.db')}`
  const { stop, expectToldAt } = await carriedWebhook(url)
  await stop()
  expect(await shell({ SECRET, DATABASE_URL: url }).latchkey('move', '--to', target.url)).toMatchObject({ code: 0 })
  await expectToldAt(target.url)
})
