import { copyFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { importing } from '../../../../test/support/importing.ts'
import { seal, written } from '../../../../test/support/sealed.ts'
import { world } from '../../../../test/support/world.ts'
import { openEngine } from '../../../platform/store/open-engine.ts'

it('latchkey audit verify finds in a backup what was changed there, and there alone', async () => {
  const here = await world()
  await written(here, 20)
  await seal(here)
  const { latchkey, cwd } = await importing({}, here)
  expect((await latchkey('backup', 'copy.db')).code).toBe(0)
  const changed = path.join(cwd, 'changed.db')
  copyFileSync(path.join(cwd, 'copy.db'), changed)
  const copy = await openEngine({ url: `file:${changed}`, poolSize: 1, onError: () => undefined })
  await copy.query(`UPDATE audit_events SET success = 0 WHERE sequence = 11`)
  await copy.close()
  await written(here, 20, 'more')
  await seal(here)
  const good = { code: 0, out: 'Good: events 0 to 20 are as they were sealed.' }
  expect(await latchkey('audit', 'verify', 'copy.db')).toMatchObject(good)
  await here.sql(`UPDATE audit_events SET type = 'x' WHERE sequence = 7`)
  expect(await latchkey('audit', 'verify', 'copy.db')).toMatchObject(good)
  expect(await latchkey('audit', 'verify', 'changed.db')).toMatchObject({ code: 4, err: 'Tampered with, from 11 on.' })
  expect(await latchkey('audit', 'verify')).toMatchObject({ code: 4, err: 'Tampered with, from 7 on.' })
})
