import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sqliteFile } from '../../src/platform/store/open-engine.ts'
import type { Browser } from '../support/browser.ts'
import { expectConsistent } from '../support/invariants.ts'
import { shell } from '../support/shell.ts'
import { PASSWORD, type World, world } from '../support/world.ts'

const register = ({ browser }: World, email: string) =>
  browser().post('/auth/register', { email, password: PASSWORD, name: 'Ada '.repeat(40) })

/** Registers until there is no room, and says who was let in. */
async function fillUp(here: World): Promise<string[]> {
  const letIn: string[] = []
  for (let n = 0; n < 500; n++) {
    const email = `n${n}@example.com`
    const { status, body } = await register(here, email)
    if (status === 201) {
      letIn.push(email)
      continue
    }
    expect({ status, body }).toEqual({ status: 500, body: { error: 'internal_error', message: expect.any(String) } })
    return letIn
  }
  throw new Error('the disk is never full')
}

/** While nothing can be written: reads go on, writes fail cleanly, and those let in are there. */
async function expectReadsOnly(here: World, ada: Browser, letIn: readonly string[]): Promise<void> {
  for (let n = 0; n < 3; n++) expect((await register(here, 'late@example.com')).status).toBe(500)
  expect((await ada.get('/auth/me')).status).toBe(200)
  expect((await here.browser().get('/readyz')).status).toBe(503)
  const emails = await here.sql(`SELECT email FROM accounts ORDER BY created_at, id`)
  expect(emails.map(({ email }) => email)).toEqual(['ada@example.com', ...letIn])
  await expectConsistent(here.sql)
}

async function expectRecovery(here: World): Promise<void> {
  expect((await register(here, 'late@example.com')).status).toBe(201)
  expect((await here.browser().post('/auth/login', { email: 'ada@example.com', password: PASSWORD })).status).toBe(200)
  await expect.poll(async () => (await here.browser().get('/readyz')).status).toBe(200)
  await expectConsistent(here.sql)
}

/** A disk of four megabytes that can be filled to the last byte; undefined where nobody may mount one. */
function smallDisk(): string | undefined {
  const directory = mkdtempSync(path.join(tmpdir(), 'latchkey-disk-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  try {
    execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', directory], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  onTestFinished(() => void execFileSync('/bin/umount', ['--lazy', directory]))
  return directory
}

function useUp(directory: string): void {
  for (let n = 0; ; n++) {
    try {
      writeFileSync(path.join(directory, `ballast${n}`), Buffer.alloc(4096))
    } catch {
      return
    }
  }
}

const freeUp = (directory: string): void => {
  for (let n = 0; n < 1024; n++) rmSync(path.join(directory, `ballast${n}`), { force: true })
}

const setImmutable = (sign: '+' | '-', ...files: readonly string[]) =>
  execFileSync('chattr', [`${sign}i`, ...files], { stdio: 'ignore' })

/** Whether that needs no more rights than the test has, and is heeded for files that are open already. */
function stopsWriters(directory: string): boolean {
  const file = path.join(directory, 'tried')
  const handle = openSync(file, 'w')
  try {
    setImmutable('+', file)
    try {
      writeSync(handle, 'x')
      return false
    } catch {
      return true
    } finally {
      setImmutable('-', file)
    }
  } catch {
    return false
  } finally {
    closeSync(handle)
  }
}

/** Somebody at the SQLite shell who begins to write and goes to lunch. */
async function lockedBySomebody(file: string): Promise<() => Promise<void>> {
  const script = `
    const sqlite = process.getBuiltinModule('node:sqlite') ?? (await import('@photostructure/sqlite'))
    const database = new sqlite.DatabaseSync(process.argv[1])
    database.exec('BEGIN EXCLUSIVE')
    console.log('locked')
    process.stdin.on('end', () => database.close()).resume()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, file], {
    cwd: import.meta.dirname,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const exited = once(child, 'exit')
  const letGo = async () => {
    child.stdin.end()
    await exited
  }
  onTestFinished(letGo)
  await once(child.stdout, 'data')
  return letGo
}

describe('SQLite', () => {
  it('answers 500 to writes and goes on with reads while the database may not grow, and recovers by itself', async () => {
    const here = await world()
    const ada = await here.signedUp()
    const [size] = await here.ownSql('PRAGMA page_count')
    await here.ownSql(`PRAGMA max_page_count = ${Number(size?.['page_count']) + 8}`)
    const letIn = await fillUp(here)
    await expectReadsOnly(here, ada, letIn)
    await here.ownSql('PRAGMA max_page_count = 1000000')
    await expectRecovery(here)
  })

  it('does the same on a disk that is full', async ({ skip }) => {
    const disk = smallDisk()
    if (disk === undefined) return skip('nobody may mount a disk here')
    const here = await world({ databaseUrl: `file:${path.join(disk, 'test.db')}` })
    const ada = await here.signedUp()
    useUp(disk)
    const letIn = await fillUp(here)
    await expectReadsOnly(here, ada, letIn)
    const doctor = await shell({ DATABASE_URL: here.database.url }).latchkey('doctor')
    expect([doctor.code, doctor.out]).toEqual([
      1,
      expect.stringMatching(/^fail {2}database +cannot be written to: .*(full|disk I\/O)/m),
    ])
    freeUp(disk)
    await expectRecovery(here)
  })

  it('is not ready while its files are made immutable, and recovers by itself', async ({ skip }) => {
    const directory = mkdtempSync(path.join(tmpdir(), 'latchkey-immutable-'))
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
    if (!stopsWriters(directory)) return skip('no file that is open can be made immutable here')
    const file = path.join(directory, 'test.db')
    const here = await world({ databaseUrl: `file:${file}` })
    const ada = await here.signedUp()
    setImmutable('+', file, `${file}-wal`)
    try {
      await expectReadsOnly(here, ada, [])
    } finally {
      setImmutable('-', file, `${file}-wal`)
    }
    await expectRecovery(here)
  })

  it('waits a few seconds for a file that another process has locked, all writers together, and reads meanwhile', async () => {
    const here = await world()
    const ada = await here.signedUp()
    const letGo = await lockedBySomebody(sqliteFile(here.database.url) ?? '')
    const before = performance.now()
    const names = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].map((name) => ada.clone().put('/auth/name', { name }))
    expect((await ada.get('/auth/me')).status).toBe(200)
    expect((await here.browser().get('/readyz')).status).toBe(503)
    const replies = await Promise.all(names)
    expect(replies.map(({ status }) => status)).toEqual(names.map(() => 500))
    // Five seconds; one after the other would be eight times as long.
    expect(performance.now() - before).toBeLessThan(20_000)

    const waiting = ada.clone().put('/auth/name', { name: 'Ada of the wait' })
    await letGo()
    expect((await waiting).status).toBe(200)
    await expectRecovery(here)
  })
})
