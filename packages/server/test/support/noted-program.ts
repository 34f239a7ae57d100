import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Browser, ORIGIN } from './browser.ts'
import { startCommand } from './command-process.ts'
import { doorTo } from './door-to.ts'
import { ownDirectory } from './scratch-directory.ts'
import { startServer } from './server-process.ts'

const server = path.resolve(import.meta.dirname, '../..')
const SECRET = 'a secret for tests, 32 bytes and more'

/** Writes down every module that is loaded, before it is. */
const NOTING = (file: string) => `
  import { register } from 'node:module'
  const hook = \`import { appendFileSync } from 'node:fs'
    export const load = (url, context, next) => (appendFileSync(${JSON.stringify(file)}, url + '\\\\n'), next(url, context))\`
  register('data:text/javascript,' + encodeURIComponent(hook))`

/** Tells whoever asks how many bytes V8 has set aside for new objects. */
const TELLING = `
  import { getHeapSpaceStatistics } from 'node:v8'
  process.on('message', () => process.send(getHeapSpaceStatistics().find((one) => one.space_name === 'new_space').space_size))`

/** The built program, and the names of the modules that it has loaded so far. */
export async function notedProgram(more: Readonly<Record<string, string>> = {}) {
  const directory = ownDirectory('noted-')
  const [noted, preload] = [path.join(directory, 'loaded'), path.join(directory, 'noting.mjs')]
  writeFileSync(preload, NOTING(noted) + TELLING)
  const program = ['--import', pathToFileURL(preload).href, path.join(server, 'bin/latchkey.js'), 'start']
  const settings = { DATABASE_URL: 'file:latchkey.db', PUBLIC_URL: ORIGIN, SECRET, ...more }
  const { url, child } = await startServer(settings, directory, program)
  return {
    browser: () => new Browser(doorTo(() => url)),
    loaded: (): string[] => {
      const lines = existsSync(noted) ? readFileSync(noted, 'utf8').split('\n') : []
      return lines.map((line) => path.basename(line))
    },
    async newSpace(): Promise<number> {
      const told = once(child, 'message')
      child.send('new space')
      const [bytes] = await told
      return bytes
    },
    /** What an operator types beside it, and the lines that it printed. */
    async run(...command: readonly string[]): Promise<readonly string[]> {
      const { exited, errors, lines } = startCommand([...command], settings, directory)
      const { code } = await exited
      if (code !== 0) throw new Error(`${command.join(' ')}: ${errors()}`)
      return lines()
    },
  }
}
