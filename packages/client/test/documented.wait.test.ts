import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'

const client = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(client, 'src', file), 'utf8')
const { exports } = JSON.parse(readFileSync(path.join(client, 'package.json'), 'utf8')) as { exports: Record<string, unknown> }
const entries = Object.keys(exports).map((name) => (name === '.' ? 'index.ts' : `${name.slice(2)}.ts`))

/** What an entry exports, by name, with the file that it is written in. */
function* exportedBy(file: string): Iterable<{ readonly name: string; readonly file: string }> {
  for (const [, names = '', from = ''] of read(file).matchAll(/^export (?:type )?\{([^}]+)\} from '\.\/([^']+)'/gm))
    for (const name of names.split(',')) yield { name: name.replace('type ', '').trim(), file: from }
  for (const [, name = ''] of read(file).matchAll(/^export (?:async )?(?:const|function|class|interface|type) (\w+)/gm))
    yield { name, file }
}

it.each(entries)('%s says of everything that it exports what it is', (entry) => {
  const isSilent = ({ name, file }: { name: string; file: string }) =>
    !new RegExp(`\\*/\\nexport (?:async )?(?:const|function|class|interface|type) ${name}\\b`).test(read(file))
  expect([...exportedBy(entry)].filter(isSilent)).toEqual([])
})

const USE = `import { createClient, isError } from 'latchkey-client'
import { methods } from 'latchkey-client/methods'
const auth = createClient({ baseUrl: '' })
methods(auth).setRole({ params: { id: '' }, body: { role: 'admin' } })
auth.request('GET /admin/users', { query: { orderBy: 'created_at' } })
isError(0)
`

/** The compiler as an editor talks to it, with a file that is open in it. Ended, by its id, with the test. */
function editor(text: string) {
  const modules = path.resolve(client, '../../node_modules')
  // A project of its own, below the packages: that of the repository would be read whole.
  mkdirSync(path.join(modules, '.cache'), { recursive: true })
  const directory = mkdtempSync(path.join(modules, '.cache/editor-'))
  const project = { compilerOptions: { module: 'preserve', types: [] }, files: ['use.ts'] }
  writeFileSync(path.join(directory, 'tsconfig.json'), JSON.stringify(project))
  writeFileSync(path.join(directory, 'use.ts'), text)
  const compiler = path.join(modules, 'typescript/lib/tsc.js')
  const child = spawn(process.execPath, [compiler, '--lsp', '--stdio'], { stdio: ['pipe', 'pipe', 'ignore'] })
  const exited = once(child, 'exit')
  onTestFinished(async () => {
    child.kill()
    await exited
    rmSync(directory, { recursive: true, force: true })
  })
  const answers = new Map<number, (result: unknown) => void>()
  let unread = Buffer.alloc(0)
  child.stdout.on('data', (bytes: Buffer) => {
    unread = Buffer.concat([unread, bytes])
    for (;;) {
      const head = /^Content-Length: (\d+)\r\n\r\n/.exec(unread.toString('latin1'))
      const [all = '', length = ''] = head ?? []
      const end = all.length + Number(length)
      if (!head || unread.length < end) return
      const { id, method, result } = JSON.parse(unread.subarray(all.length, end).toString())
      unread = unread.subarray(end)
      if (method === undefined) answers.get(id)?.(result)
      // The compiler asks, too: for settings of the editor, of which there are none.
      else if (id !== undefined) send({ id, result: null })
    }
  })
  const send = (message: object) => {
    const json = JSON.stringify({ jsonrpc: '2.0', ...message })
    child.stdin.write(`Content-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`)
  }
  let asked = 0
  const ask = (method: string, params: object): Promise<unknown> => {
    const id = ++asked
    send({ id, method, params })
    return new Promise((resolve) => answers.set(id, resolve))
  }
  const uri = pathToFileURL(path.join(directory, 'use.ts')).href
  return {
    async open(): Promise<void> {
      const capabilities = { textDocument: { hover: { contentFormat: ['plaintext'] } } }
      await ask('initialize', { processId: process.pid, rootUri: pathToFileURL(directory).href, capabilities })
      send({ method: 'initialized', params: {} })
      send({ method: 'textDocument/didOpen', params: { textDocument: { uri, languageId: 'typescript', version: 1, text } } })
    },
    /** What is shown where the pointer rests on a word. */
    async hover(word: string): Promise<string> {
      const before = text.slice(0, text.lastIndexOf(word)).split('\n')
      const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 }
      return JSON.stringify(await ask('textDocument/hover', { textDocument: { uri }, position }))
    },
  }
}

it('is told by an editor: what a route does under its name, what a field means, and when isError() holds', async () => {
  const { open, hover } = editor(USE)
  await open()
  expect(await hover('setRole')).toContain('Make an account an administrator, or no longer')
  expect(await hover('role')).toContain('What the account may do from now on.')
  expect(await hover('request')).toContain('Calls a route')
  expect(await hover('orderBy')).toContain('By which time to order.')
  expect(await hover('isError')).toContain('Whether something that was thrown is an error of the service')
})
