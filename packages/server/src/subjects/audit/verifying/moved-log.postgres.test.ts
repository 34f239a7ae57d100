import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { emptyDatabase } from '../../../../test/support/database.ts'
import { scratchDirectory } from '../../../../test/support/scratch-directory.ts'
import { checkpoint, seal, written } from '../../../../test/support/sealed.ts'
import { shell } from '../../../../test/support/shell.ts'
import { world } from '../../../../test/support/world.ts'

const SECRET = 'a secret for tests, 32 bytes and more'

it('a log that has moved from a file to PostgreSQL is as it was sealed', async () => {
  const target = await emptyDatabase()
  onTestFinished(target.drop)
  const url = `file:${path.join(scratchDirectory('latchkey-moved-log-'), 'test.db')}`
  const here = await world({ databaseUrl: url })
  await here.signedUp()
  await written(here, 300)
  await here.sql(`UPDATE audit_events SET metadata = '{"reason":"Grüße 🎉"}', user_agent = '\\ü' WHERE id = 'event-7'`)
  await seal(here)
  await checkpoint(here)
  const { latchkey } = shell({ SECRET, DATABASE_URL: url })
  const before = await latchkey('audit', 'verify')
  expect(before).toMatchObject({ code: 0, out: 'Good: events 0 to 302 are as they were sealed.' })
  expect(await latchkey('move', '--to', target.url)).toMatchObject({ code: 0 })
  expect(await shell({ SECRET, DATABASE_URL: target.url }).latchkey('audit', 'verify')).toEqual(before)
})
