import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, it } from 'vitest'
import { isFull } from '../../../../test/support/form.ts'
import { importing } from '../../../../test/support/importing.ts'
import { RIVALS, rivalFiles } from '../../../../test/support/rival-files.ts'
import { world } from '../../../../test/support/world.ts'

const GUIDES = path.resolve(import.meta.dirname, '../../../../../../docs/guide')
const names = readdirSync(path.join(GUIDES, 'coming-from')).map((file) => file.replace(/\.md$/, ''))

/** What `--provider` may name in the guides. */
const PROVIDERS = Object.fromEntries(
  ['GITHUB', 'GOOGLE'].flatMap((name) => [
    [`OAUTH_${name}_CLIENT_ID`, 'an-id'],
    [`OAUTH_${name}_CLIENT_SECRET`, 'a-secret'],
  ]),
)

/** Our commands in it, as they stand there. */
const commandsIn = (text: string): readonly (readonly string[])[] =>
  [...text.matchAll(/^npx latchkey (users import .*)$/gm)].map(([, words = '']) => words.split(' '))

const optionOf = (words: readonly string[], name: string): string | undefined =>
  words.includes(name) ? words[words.indexOf(name) + 1] : undefined

it('there is a guide for every system, and a way to each', () => {
  const overview = readFileSync(path.join(GUIDES, 'coming-from.md'), 'utf8')
  const linked = [...overview.matchAll(/\(coming-from\/([\w-]+)\.md\)/g)].map(([, name]) => name)
  expect(linked.sort()).toEqual([...names].sort())
  expect([...new Set(rivalFiles.map(({ from }) => from))].filter((from) => !names.includes(from))).toEqual([])
})

it.each(names)('every command in docs/guide/coming-from/%s.md is one, with files of that system', async (name) => {
  const rival = rivalFiles.find(({ from, part }) => from === name && !part)
  if (!rival) throw new Error(`no file is from ${name}`)
  const commands = commandsIn(readFileSync(path.join(GUIDES, 'coming-from', `${name}.md`), 'utf8'))
  expect(commands.map((words) => words.includes('--dry-run'))).toEqual([true, false])
  const here = await importing(PROVIDERS)
  const put = (as: string | undefined, file: string | undefined) => {
    if (as === undefined || file === undefined) return
    const text = readFileSync(path.join(RIVALS, file), 'utf8')
    if (file.endsWith('.sql')) return madeOf(path.join(here.cwd, as), text)
    here.write(as, text)
  }
  const [words = []] = commands
  put(words[2], rival.name)
  put(optionOf(words, '--identities'), rival.second)
  put(optionOf(words, '--hash-config'), rival.config)
  for (const words of commands) {
    const { code, err } = await here.latchkey(...words, ...(words.includes('--dry-run') ? [] : ['--yes']))
    // What is left out of these files is left out for a reason.
    expect({ words, code, err: code === 0 || code === 3 ? '' : err }).toEqual({ words, code: expect.toBeOneOf([0, 3]), err: '' })
  }
  const brought = here.report('report.ndjson').filter(({ outcome }) => outcome === 'created')
  expect(brought).not.toEqual([])

  // All who came with a password get in with it, and then it is hashed as ours are.
  const { browser, sql } = await world({ databaseUrl: here.env.DATABASE_URL })
  const hashed = await sql(`SELECT email, password_hash, banned_at FROM accounts WHERE password_hash IS NOT NULL ORDER BY id`)
  for (const { email, password_hash: foreign, banned_at: bannedAt } of isFull ? hashed : hashed.slice(0, 1)) {
    const enter = async (password: string) => (await browser().post('/auth/login', { email, password })).status
    const hash = async () =>
      (await sql(`SELECT password_hash FROM accounts WHERE email = ?`, [String(email)]))[0]?.['password_hash']
    expect([email, foreign]).toEqual([email, expect.stringMatching(/^\$lk1\$/)])
    expect([email, await enter(`${rival.password}!`), await hash()]).toEqual([email, 401, foreign])
    expect([email, await enter(rival.password)]).toEqual([email, bannedAt === null ? 200 : 403])
    if (bannedAt === null) expect([email, await hash()]).toEqual([email, expect.stringMatching(/^\$argon2id\$/)])
  }
})

function madeOf(file: string, sql: string): void {
  const database = new DatabaseSync(file)
  database.exec(sql)
  database.close()
}
