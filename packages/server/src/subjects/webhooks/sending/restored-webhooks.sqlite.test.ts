import path from 'node:path'
import { expect, it } from 'vitest'
import { carriedWebhook } from '../../../../test/support/carried-webhook.ts'
import { shell } from '../../../../test/support/shell.ts'

const SECRET = 'a secret for tests, 32 bytes and more'

it('a webhook of a backup that is restored is told what it was still to be told', async () => {
  const { stop, database, expectToldAt } = await carriedWebhook()
  const origin = shell({ SECRET, DATABASE_URL: database.url })
  const copy = path.join(origin.cwd, 'copy.db')
  expect((await origin.latchkey('backup', copy)).code).toBe(0)
  await stop()
  const there = shell({ SECRET })
  expect((await there.latchkey('restore', copy, '--yes')).code).toBe(0)
  await expectToldAt(`file:${there.database}`)
})
