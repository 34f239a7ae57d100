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

/** The built program, and the names of the modules that it has loaded so far. */
export async function notedProgram() {
  const directory = ownDirectory('noted-')
  const [noted, preload] = [path.join(directory, 'loaded'), path.join(directory, 'noting.mjs')]
  writeFileSync(preload, NOTING(noted))
  const program = ['--import', pathToFileURL(preload).href, path.join(server, 'bin/latchkey.js'), 'start']
  const settings = { DATABASE_URL: 'file:latchkey.db', PUBLIC_URL: ORIGIN, SECRET }
  const { url } = await startServer(settings, directory, program)
  return {
    browser: () => new Browser(doorTo(() => url)),
    loaded: (): string[] => {
      const lines = existsSync(noted) ? readFileSync(noted, 'utf8').split('\n') : []
      return lines.map((line) => path.basename(line))
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
