import { existsSync, openSync, writeSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, it } from 'vitest'
import { explain } from './explain.ts'

function errorOf(work: () => void): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('it was written')
}

describe('a full disk is told of in a line', () => {
  it.runIf(existsSync('/dev/full'))('where a file is written', () => {
    const error = errorOf(() => writeSync(openSync('/dev/full', 'w'), 'text'))
    expect(explain(error)).toMatch(/^ENOSPC.*$/)
  })

  it('where SQLite is', () => {
    const database = new DatabaseSync(':memory:')
    database.exec('CREATE TABLE rows (text TEXT); PRAGMA max_page_count = 3')
    expect(explain(errorOf(() => database.exec(`INSERT INTO rows VALUES ('${'x'.repeat(20_000)}')`)))).toBe(
      'database or disk is full',
    )
    database.close()
  })

  it('and what nobody expects keeps its stack', () => {
    expect(explain(new Error('a bug'))).toMatch(/^Error: a bug\n +at /)
    expect(explain(undefined)).toBe('undefined')
  })
})
