import { CommandError, command, type Terminal, UsageError } from '../../../platform/commands/command.ts'
import type { Finding } from '../../../platform/commands/finding.ts'
import { databaseUrlProblem } from '../../../platform/config/database-url.ts'
import type { Config } from '../../../platform/config/schema.ts'
import { inspectDatabase } from '../../../platform/store/inspect-database.ts'
import { databaseName, sqliteFile } from '../../../platform/store/open-engine.ts'
import { openMigrated } from '../../../platform/store/open-migrated.ts'
import { openSource } from '../source/source.ts'
import { checkSource } from '../steps/check-source.ts'
import { checkTarget } from '../steps/check-target.ts'
import { moveDatabase } from '../steps/move-database.ts'
import { finishMove, undoMove } from '../steps/undo-move.ts'

export const move = command({
  name: 'move',
  summary: 'Take a SQLite database to PostgreSQL while the service runs.',
  options: {
    to: {
      type: 'string',
      hint: 'URL',
      help: 'Where to: postgres://user:password@host/database. DATABASE_URL_NEXT unless given.',
    },
    check: { type: 'boolean', help: 'Only look whether it could be done. Changes nothing; exits with 1 if it could not.' },
    undo: { type: 'boolean', help: 'Go back to the file, as long as no service works at the new database.' },
  },

  async run({ values, terminal, config: load }) {
    const config = load()
    const url = config.storage.url.reveal()
    const file = sqliteFile(url)
    if (file === undefined) throw new CommandError('DATABASE_URL is PostgreSQL already: there is nothing to move.')
    const to = targetOf(values.to, config)
    if (values.undo) return terminal.out(await undoMove(url, file, to))
    const found = await inspectDatabase(url)
    if (found.kind === 'moved' && !values.check) {
      await finishMove(to, found)
      return told(terminal, file, to)
    }
    await check(config, file, to, values.check ? terminal.out : () => undefined)
    if (!values.check) await moveNow(file, to, terminal)
  },
})

function targetOf(given: string | undefined, { storage }: Config): string {
  const to = given ?? storage.next?.reveal()
  if (to === undefined) throw new UsageError('--to is missing, and DATABASE_URL_NEXT is not set')
  if (!/^postgres(ql)?:\/\//.test(to)) throw new UsageError('--to must start with postgres:// or postgresql://')
  const problem = databaseUrlProblem(to)
  if (problem !== undefined) throw new UsageError(`--to ${problem}`)
  return to
}

async function check(config: Config, file: string, to: string, show: (line: string) => void): Promise<void> {
  const findings: Finding[] = []
  for (const part of [checkSource(config, file), checkTarget(to)])
    for await (const finding of part) {
      findings.push(finding)
      show(`${finding.status.padEnd(4)}  ${finding.check.padEnd(6)}  ${finding.message}`)
    }
  const failed = findings.filter(({ status }) => status === 'fail')
  if (failed.length > 0) throw new CommandError(`It cannot be moved: ${failed.map(({ message }) => message).join('; ')}.`)
}

/** Two connections, of which the engine keeps one for reads. */
const POOL_SIZE = 2

async function moveNow(file: string, to: string, terminal: Terminal): Promise<void> {
  const { engine } = await openMigrated({ url: to, poolSize: POOL_SIZE, onError: () => undefined, isTarget: true })
  const source = await openSource(file)
  try {
    await moveDatabase({ source, engine, to, say: terminal.out })
  } finally {
    source.close()
    await engine.close()
  }
  await told(terminal, file, to)
}

async function told(terminal: Terminal, file: string, to: string): Promise<void> {
  const name = await databaseName(to)
  terminal.out(`The database has moved to ${name}. A service with DATABASE_URL_NEXT goes on there by itself.`)
  terminal.out(`Set DATABASE_URL to ${name}, and keep ${file} until you trust it: nothing can be written to it any more.`)
}
