import { readFileSync } from 'node:fs'
import path from 'node:path'
import { decodeJwt } from 'jose'
import { expect, it } from 'vitest'
import type { Reply } from '../../../../test/support/browser.ts'
import { migratedShell } from '../../../../test/support/shell.ts'
import { type World, world } from '../../../../test/support/world.ts'
import { runCli } from '../../../cli/run-cli.ts'

const GUIDES = path.resolve(import.meta.dirname, '../../../../../../docs/guide')
const HOST = 'https://id.example.com'
const read = (name: string): string => readFileSync(path.join(GUIDES, `${name}.md`), 'utf8')

/** As a shell would split it: words, all or some of them in quotes. */
const wordsOf = (line: string): string[] => (line.match(/(?:[^\s"]|"[^"]*")+/g) ?? []).map((word) => word.replaceAll('"', ''))

const blocksOf = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`^ *\`\`\`${language}\\n(.*?)^ *\`\`\`$`, 'gms'))].map(([, block = '']) => block)

const linesOf = (text: string): string[] =>
  blocksOf(text, 'sh').flatMap((block) =>
    block
      .replaceAll(/\\\n */g, '')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  )

it.each(['sign-in-to-any-app', 'a-command-line-tool', 'a-service', 'coming-from-tickets'])(
  'every command for applications in docs/guide/%s.md is one, in the order in which it stands there',
  async (name) => {
    const text = read(name)
    const here = await migratedShell()
    for (const json of blocksOf(text, 'json')) here.file('clients.json', json)
    const commands = linesOf(text).filter((line) => /^npx latchkey (clients|oidc) /.test(line))
    expect(commands.length).toBeGreaterThan(0)
    for (const line of commands) {
      const { code, err } = await here.latchkey(...wordsOf(line).slice(2))
      expect({ line, code, err: code === 0 ? '' : err }).toEqual({ line, code: 0, err: '' })
    }
  },
)

/** What such a line sends: what is said with `-d` goes as it is written. */
async function curl(here: World, line: string): Promise<Reply> {
  const [, ...words] = wordsOf(line)
  const after = (flag: string): string[] => words.filter((_, at) => words[at - 1] === flag)
  const [url = ''] = words.filter((word) => word.startsWith(HOST))
  const [credentials] = after('-u')
  return here.browser().post(url.slice(HOST.length), undefined, {
    raw: after('-d').join('&'),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(credentials && { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
    },
  })
}

/** Types what a guide has, line by line; of each answer `keep` says what its reader would have in variables by then. */
async function followed(
  name: string,
  keep: (line: string, reply: { out: string; body: Reply['body'] }) => Record<string, string>,
) {
  const settings = { PUBLIC_URL: HOST, SECRET: 'of the service and of its commands' }
  const here = await world({ env: settings })
  const env = { ...settings, DATABASE_URL: here.database.url }
  const variables: Record<string, string> = {}
  const replies: Reply[] = []
  for (const written of linesOf(read(name))) {
    const line = written.replaceAll(/\$([A-Z_]+)/g, (_, variable) => variables[variable] ?? '')
    const out: string[] = []
    if (line.startsWith('npx latchkey ')) {
      const print = (text: string) => void out.push(text)
      const terminal = { env, cwd: here.database.directory, isInteractive: false, out: print, err: () => undefined }
      expect(await runCli(wordsOf(line).slice(2), terminal), line).toBe(0)
    } else replies.push(await curl(here, line))
    Object.assign(variables, keep(line, { out: out.join('\n'), body: replies.at(-1)?.body }))
  }
  return replies
}

it('a service gets what docs/guide/a-service.md says by what it says', async () => {
  const [given, told] = await followed('a-service', (line, { out, body }) => {
    if (line.startsWith('curl')) return { TOKEN: body.access_token }
    return line.includes('--id api ') ? { API_SECRET: out } : { SECRET: out }
  })
  expect(given).toMatchObject({ status: 200, body: { token_type: 'Bearer', expires_in: 600, scope: 'reports:write' } })
  const named = { sub: 'nightly-report', client_id: 'nightly-report', scope: 'reports:write' }
  expect(decodeJwt(given?.body.access_token)).toMatchObject({ iss: HOST, aud: 'https://api.example.com', ...named })
  expect(told).toMatchObject({ status: 200, body: { active: true, client_id: 'nightly-report', scope: 'reports:write' } })
})

it('a tool on a machine without a browser gets what docs/guide/a-command-line-tool.md says', async () => {
  const [shown, asked] = await followed('a-command-line-tool', (line, { body }) =>
    line.startsWith('curl') ? { DEVICE_CODE: body.device_code } : {},
  )
  expect(shown).toMatchObject({ status: 200, body: { verification_uri: `${HOST}/device`, interval: 5 } })
  expect(shown?.body.user_code).toMatch(/^[A-Z]{4}-[A-Z]{4}$/)
  expect(asked).toMatchObject({ status: 400, body: { error: 'authorization_pending' } })
})
