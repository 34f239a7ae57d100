import { hash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { breachedFile } from '../../../../test/support/breached-file.ts'
import { shell } from '../../../../test/support/shell.ts'
import { ENTRY_BYTES, HEADER_BYTES } from '../../../gate/passwords/breached-format.ts'
import { openBreached } from '../../../gate/passwords/breached-passwords.ts'

const SEEN = { 'letmein 99': 3, 'trustno 11': 40, 'breached horse 3': 1 }

const lineOf = (password: string, seen?: number) => hash('sha1', password).toUpperCase() + (seen === undefined ? '' : `:${seen}`)

/** As it is published: ordered, with the ends of lines that Windows has. */
const published = Object.entries(SEEN)
  .map(([password, seen]) => lineOf(password, seen))
  .sort()

function building(text = `${published.join('\r\n')}\r\n`) {
  const here = shell()
  here.file('list.txt', text)
  const target = path.join(here.cwd, 'breached-passwords.bin')
  return { ...here, target, build: (...args: string[]) => here.latchkey('passwords', 'build-breached', 'list.txt', ...args) }
}

async function known(file: string): Promise<string[]> {
  const list = openBreached(file)
  const found: string[] = []
  for (const password of Object.keys(SEEN)) if (await list.has(password)) found.push(password)
  list.close()
  return found
}

describe('latchkey passwords build-breached', () => {
  it('makes a list that has every password, and says where it is', async () => {
    const { build, target, cwd } = building()
    expect(await build()).toEqual({
      code: 0,
      out: `3 of 3 passwords are in ${target}. Set PASSWORD_BREACHED_FILE to it, and start the service anew.`,
      err: '100 % read, 3 passwords',
    })
    expect(await known(target)).toEqual(Object.keys(SEEN))
    expect(readFileSync(target)).toEqual(readFileSync(breachedFile(Object.keys(SEEN))))
    expect(readdirSync(cwd).toSorted()).toEqual(['breached-passwords.bin', 'list.txt'])
  })

  it.each([
    ['without a last end of line', published.join('\n')],
    ['in small letters', published.join('\n').toLowerCase()],
    ['of hashes alone', published.map((line) => line.slice(0, 40)).join('\n')],
    ['with lines that are there twice', published.flatMap((line) => [line, line]).join('\n')],
  ])('reads a list %s', async (_case, text) => {
    const { build, target } = building(text)
    expect((await build()).code).toBe(0)
    expect(statSync(target).size).toBe(HEADER_BYTES + 3 * ENTRY_BYTES)
    expect(await known(target)).toEqual(Object.keys(SEEN))
  })

  it('leaves out what was seen less often, and writes where it is told', async () => {
    const { build, cwd } = building()
    const file = path.join(cwd, 'often.bin')
    expect((await build('--min-count', '3', '--out', 'often.bin')).out).toContain('2 of 3 passwords')
    expect(await known(file)).toEqual(['letmein 99', 'trustno 11'])
  })

  it('replaces a file only with --force, and never the published list', async () => {
    const { build, target, file } = building()
    file('breached-passwords.bin', 'precious')
    expect(await build()).toMatchObject({ code: 1, err: `${target} is there already; --force replaces it.` })
    expect(readFileSync(target, 'utf8')).toBe('precious')
    expect((await build('--force')).code).toBe(0)
    expect(await known(target)).toHaveLength(3)
    expect(await build('--force', '--out', 'list.txt')).toMatchObject({ code: 1, err: 'This is the published list itself.' })
  })

  it.each([
    ['is not ordered by hash', published.toReversed().join('\n'), /^Line 2 should come before the one above it/],
    ['has NTLM hashes', `${'A'.repeat(32)}:5\n`, /^Line 1 has an NTLM hash: take the list of SHA-1 hashes\.$/],
    ['has passwords', 'letmein\n', /^Line 1 is not HASH:COUNT with a SHA-1 hash of 40 digits/],
    ['is packed', `7z\u00bc\u00af'\u001c${'\u0001'.repeat(5000)}`, /^Line 1 is not HASH:COUNT .* still packed\.$/],
    ['has an empty line', `${published[0]}\n\n${published[1]}\n`, /^Line 2 is not HASH:COUNT/],
    ['has a hash that is too long', `${published[0]?.replace(':', '0:')}\n`, /^Line 1 is not HASH:COUNT/],
    ['has a count that is none', `${lineOf('letmein')}:many\n`, /^Line 1 is not HASH:COUNT/],
    ['is cut off in a count', `${lineOf('letmein')}:`, /^Line 1 is not HASH:COUNT/],
    ['is empty', '', /^No password is left for the list\.$/],
  ])('refuses a list that %s, and leaves nothing behind', async (_case, text, err) => {
    const { build, cwd } = building(text)
    expect(await build()).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(new RegExp(`(^|\\n)${err.source.slice(1)}`)),
    })
    expect(readdirSync(cwd)).toEqual(['list.txt'])
  })

  it.each([
    [['--min-count', '0'], 2, '--min-count must be a whole number from 1 on'],
    [['--min-count', '41'], 1, 'No password is left for the list.'],
    [['--out', 'nowhere/list.bin'], 1, 'ENOENT'],
  ])('says of %j what is wrong', async (args, code, err) => {
    const { build, cwd } = building()
    const done = await build(...args)
    expect(done).toMatchObject({ code, err: expect.stringContaining(err) })
    expect(readdirSync(cwd)).toEqual(['list.txt'])
  })

  it('does not take hashes alone for ones that were seen often', async () => {
    const { build } = building(published.map((line) => line.slice(0, 40)).join('\n'))
    expect(await build('--min-count', '2')).toMatchObject({ code: 1, err: 'Line 1 does not say how often it was seen.' })
  })

  it('tells how far it is, twenty times in all', async () => {
    const lines = Array.from({ length: 100_000 }, (_, at) => `${at.toString(16).padStart(8, '0')}${'0'.repeat(32)}:1`)
    const { build } = building(lines.join('\n'))
    const { err, out } = await build()
    expect(err.split('\n').map((line) => /^\d+ % read, [\d,]+ passwords$/.test(line))).toEqual(Array(5).fill(true))
    expect(out).toContain('100,000 of 100,000 passwords')
  })
})
