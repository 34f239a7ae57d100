import { existsSync } from 'node:fs'
import { joined } from '../gate/join.ts'
import { command } from '../platform/commands/command.ts'
import { textOf } from '../platform/commands/finding.ts'
import { printableConfig } from '../platform/config/describe-config.ts'
import { ConfigError } from '../platform/config/load-config.ts'
import type { Config } from '../platform/config/schema.ts'
import { unknownNames } from '../platform/config/unknown-names.ts'
import { warnings } from '../platform/config/warnings.ts'
import { sqliteFile } from '../platform/store/open-engine.ts'
import type { Reader } from '../platform/store/open-reader.ts'

export const configCheck = command({
  name: 'config check',
  summary: 'Report every problem of the configuration, and exit with 1 if there is one.',
  options: {},

  async run({ terminal, config }) {
    const unknown = unknownNames(terminal)
    const settings = loaded(config, unknown)
    for (const warning of warnings(settings)) terminal.err(`Warning: ${warning}`)
    for await (const warning of warningsOfRows(settings)) terminal.err(`Warning: ${warning}`)
    if (unknown.length > 0) throw new ConfigError(unknown)
    terminal.out('The configuration is fine.')
  },
})

/** Most settings concern no row, and then no database is opened; one that is not there yet has none. */
async function* warningsOfRows(config: Config): AsyncIterable<string> {
  const checks = joined.flatMap((one) => one.checks?.configured?.(config) ?? [])
  const url = config.storage.url.reveal()
  const file = sqliteFile(url)
  if (checks.length === 0 || (file !== undefined && !existsSync(file))) return
  let reader: Reader | undefined
  try {
    const { openReader } = await import('../platform/store/open-reader.ts')
    reader = await openReader(url)
    for (const check of checks) for await (const found of check(reader)) yield `${found.check}: ${found.message}`
  } catch (error) {
    yield `the database cannot be read, so its accounts were not compared with the settings: ${textOf(error)}`
  } finally {
    await reader?.close()
  }
}

/** What cannot be loaded is refused together with what would have been found after it. */
function loaded(load: () => Config, more: readonly string[]): Config {
  try {
    return load()
  } catch (error) {
    throw error instanceof ConfigError ? new ConfigError([...error.problems, ...more]) : error
  }
}

export const configPrint = command({
  name: 'config print',
  summary: 'Print the configuration in force as JSON, secrets hidden.',
  options: {},

  async run({ terminal, config }) {
    terminal.out(JSON.stringify(printableConfig(config()), null, 2))
  },
})
