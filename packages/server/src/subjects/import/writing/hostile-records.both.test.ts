import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { importing } from '../../../../test/support/importing.ts'
import { changed, placesIn } from '../../../../test/support/places.ts'
import { RIVALS, rivalFiles, rivalValues } from '../../../../test/support/rival-files.ts'

/** What reading lets pass, and a database may not take. */
const HOSTILE = ['\0', 'a\0b', '\ud800', '9'.repeat(400), 1e308, -1, 'a'.repeat(3000), { 'a\0': '\0' }]

const files = rivalFiles.filter(({ part, name }) => !part && !name.endsWith('.sql'))

describe.each(files)('records like those of $name, with one odd value each', (file) => {
  it('are written or refused one by one: none stops the others', async () => {
    const { write, run, report } = await importing()
    const { values } = rivalValues(file)
    const odd = values.flatMap((value) => placesIn(value).flatMap((place) => HOSTILE.map((to) => changed(value, place, to))))
    const records = [values[0], ...odd] // the first tells what kind of file it is
    // Each is a person of its own.
    const lines = records.map((record, at) => JSON.stringify(record).replaceAll('@', `@${at}.`))
    const more = [
      file.second && ['--identities', path.join(RIVALS, file.second)],
      file.config && ['--hash-config', path.join(RIVALS, file.config)],
    ]
    const args = ['--from', file.from, '--weak', 'reset', '--report', 'report', ...more.flatMap((one) => one || [])]
    const { code, err } = await run(write('people.ndjson', lines.join('\n')), ...args)
    expect({ code, err }).toEqual({ code: expect.toSatisfy((one: number) => one === 0 || one === 3), err: expect.any(String) })
    expect(report()).toHaveLength(records.length)
  })
})
