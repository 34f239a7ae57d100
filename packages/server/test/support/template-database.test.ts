import { copyFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { migrate } from '../../src/platform/store/migrate.ts'
import { openEngine } from '../../src/platform/store/open-engine.ts'
import { scratchDirectory } from './scratch-directory.ts'
import { migratedFile } from './template-database.ts'

it('a copy of the migrated file, and of nothing beside it, has nothing left to migrate', async () => {
  const directory = scratchDirectory('latchkey-copy-')
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const copy = path.join(directory, 'copy.db')
  copyFileSync(await migratedFile(), copy)
  const engine = await openEngine({ url: `file:${copy}`, poolSize: 1, onError: () => undefined })
  onTestFinished(engine.close)
  expect(await migrate(engine)).toEqual([])
})
