import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { runCli } from '../../src/cli/run-cli.ts'
import type { Row, Value } from '../../src/platform/store/engine.ts'
import { openEngine } from '../../src/platform/store/open-engine.ts'
import { readyKeys } from './ready-keys.ts'
import { ownDirectory } from './scratch-directory.ts'
import { migratedFile } from './template-database.ts'

readyKeys()

export const PASSWORD = 'correct horse 7'
/** An id, as a pattern. */
export const ID = '[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}'

export const ada = ['--email', 'ada@example.com', '--name', 'Ada'] as const

/** A working directory with its own database, and a terminal at which nobody sits. */
export function shell(env: Record<string, string> = {}) {
  const cwd = emptyDirectory()
  const database = path.join(cwd, 'data', 'test.db')
  const settings = { DATABASE_URL: `file:${database}`, ...env }

  return {
    cwd,
    database,
    env: settings,
    file(name: string, content: string): string {
      writeFileSync(path.join(cwd, name), content)
      return path.join(cwd, name)
    },
    async latchkey(...args: string[]) {
      const out: string[] = []
      const err: string[] = []
      const terminal = {
        env: settings,
        cwd,
        isInteractive: false,
        out: (line: string) => void out.push(line),
        err: (line: string) => void err.push(line),
      }
      return { code: await runCli(args, terminal), out: out.join('\n'), err: err.join('\n') }
    },
    async sql(statement: string, params: readonly Value[] = []): Promise<readonly Row[]> {
      const engine = await openEngine({ url: settings.DATABASE_URL, poolSize: 1, onError: () => undefined })
      try {
        return (await engine.query(statement, params)).map((row) => ({ ...row }))
      } finally {
        await engine.close()
      }
    },
  }
}

/** The same, with the database that `latchkey migrate` makes. */
export async function migratedShell(env: Record<string, string> = {}) {
  const here = shell(env)
  mkdirSync(path.dirname(here.database))
  copyFileSync(await migratedFile(), here.database)
  return here
}

/** A directory with mail templates of one's own. */
export function templates(files: Readonly<Record<string, string>>): string {
  const directory = path.join(emptyDirectory(), 'templates')
  mkdirSync(directory)
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(directory, name)), { recursive: true })
    writeFileSync(path.join(directory, name), content)
  }
  return directory
}

const emptyDirectory = (): string => ownDirectory('latchkey-shell-')
