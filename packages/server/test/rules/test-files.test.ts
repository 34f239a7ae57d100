import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const packages = path.resolve(import.meta.dirname, '../../..')
const files = ['server/src', 'server/test', 'client/test'].flatMap((folder) =>
  readdirSync(path.join(packages, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => path.join(packages, folder, file)),
)

/** As the configuration reads them: the database, the form, and what else a file needs. */
const NAME = /^[\w-]+(?:\.(?:both|sqlite|postgres))?(?:\.full)?(?:\.(?:wait|browser))?\.test\.ts$/

describe('the files of tests', () => {
  it('have no other needs in their names than the configuration knows', () => {
    expect(files.length).toBeGreaterThan(400)
    expect(files.map((file) => path.basename(file)).filter((name) => !NAME.test(name))).toEqual([])
  })

  it('are tried once', () => {
    const config = path.join(packages, '../vitest.config.ts')
    const retrying = [config, ...files].filter((file) => /\bretry\s*:\s*[^0\s]/.test(readFileSync(file, 'utf8')))
    expect(retrying).toEqual([])
  })
})
