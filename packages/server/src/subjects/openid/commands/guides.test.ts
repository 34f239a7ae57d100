import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { migratedShell } from '../../../../test/support/shell.ts'

const GUIDES = path.resolve(import.meta.dirname, '../../../../../../docs/guide')

/** As a shell would split it: words, some of them in quotes. */
const wordsOf = (line: string): string[] => [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare = '']) => quoted ?? bare)

const blocksOf = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`^ *\`\`\`${language}\\n(.*?)^ *\`\`\`$`, 'gms'))].map(([, block = '']) => block)

it.each(['sign-in-to-any-app', 'a-command-line-tool', 'a-service', 'coming-from-tickets'])(
  'every command for applications in docs/guide/%s.md is one, in the order in which it stands there',
  async (name) => {
    const text = readFileSync(path.join(GUIDES, `${name}.md`), 'utf8')
    const here = await migratedShell()
    for (const json of blocksOf(text, 'json')) here.file('clients.json', json)
    const lines = blocksOf(text, 'sh').flatMap((block) => block.split('\n').map((line) => line.trim()))
    const commands = lines.filter((line) => /^npx latchkey (clients|oidc) /.test(line))
    expect(commands.length).toBeGreaterThan(0)
    for (const line of commands) {
      const { code, err } = await here.latchkey(...wordsOf(line).slice(2))
      expect({ line, code, err: code === 0 ? '' : err }).toEqual({ line, code: 0, err: '' })
    }
  },
)
