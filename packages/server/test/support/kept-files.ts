import { copyFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Engine } from '../../src/platform/store/engine.ts'
import { openEngine } from '../../src/platform/store/open-engine.ts'
import { type FirstRows, putBack, readFirstRows } from '../../src/testing/first-rows.ts'
import { Callers } from './callers.ts'
import { scratchDirectory } from './scratch-directory.ts'
import { migratedFile } from './template-database.ts'

interface KeptFile {
  readonly directory: string
  readonly file: string
  readonly inode: number
  readonly callers: Callers
}

/** What a migrated file is like before a test has seen it. */
interface Pristine extends FirstRows {
  readonly shape: string
}

/** Where a test has made it much larger than it began, a copy is cheaper than a file full of what is gone. */
const MOST_BYTES = 2 * 1024 ** 2

const NAME = 'test.db'
const idle: KeptFile[] = []
let pristine: Promise<Pristine> | undefined

/** A migrated file that is empty: one that another test has left, with statements that are prepared, if there is any. */
export async function takeFile(): Promise<KeptFile> {
  const left = idle.pop()
  if (left) return left
  const template = await migratedFile()
  pristine ??= describe(template)
  await pristine
  const directory = scratchDirectory('latchkey-test-')
  const file = path.join(directory, NAME)
  copyFileSync(template, file)
  return { directory, file, inode: statSync(file).ino, callers: new Callers(`file:${file}`) }
}

/** Keeps a file for the next test, unless this one has changed more than rows. */
export async function leaveFile(kept: KeptFile): Promise<void> {
  if (await emptied(kept).catch(() => false)) {
    idle.push(kept)
    return
  }
  await kept.callers.close()
  rmSync(kept.directory, { recursive: true, force: true })
}

async function emptied({ directory, file, inode, callers }: KeptFile): Promise<boolean> {
  if (!callers.areOpen() || !callers.areAsBefore()) return false
  if (statSync(file).ino !== inode) return false
  const [, engine] = await callers.lend()
  // With what is still in the log, which goes to the file when there is more of it.
  const [size] = await engine.query(`SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size`)
  if (Number(size?.['bytes']) > MOST_BYTES) return false
  const before = await (pristine as Promise<Pristine>)
  if ((await shapeOf(engine)) !== before.shape) return false
  await putBack(engine, before)
  for (const name of readdirSync(directory)) if (!name.startsWith(NAME)) rmSync(path.join(directory, name), { recursive: true })
  return true
}

async function describe(file: string): Promise<Pristine> {
  const engine = await openEngine({ url: `file:${file}`, poolSize: 1, onError: () => undefined })
  const rows = await readFirstRows(engine)
  const shape = await shapeOf(engine)
  await engine.close()
  return { ...rows, shape }
}

/** It is another number after every change of the schema. */
const shapeOf = async (engine: Engine): Promise<string> => JSON.stringify(await engine.query('PRAGMA schema_version'))
