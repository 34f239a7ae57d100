import { command } from '../platform/commands/command.ts'
import { printableConfig } from '../platform/config/describe-config.ts'
import { ConfigError } from '../platform/config/load-config.ts'
import type { Config } from '../platform/config/schema.ts'
import { unknownNames } from '../platform/config/unknown-names.ts'
import { warnings } from '../platform/config/warnings.ts'

export const configCheck = command({
  name: 'config check',
  summary: 'Report every problem of the configuration, and exit with 1 if there is one.',
  options: {},

  async run({ terminal, config }) {
    const unknown = unknownNames(terminal)
    for (const warning of warnings(loaded(config, unknown))) terminal.err(`Warning: ${warning}`)
    if (unknown.length > 0) throw new ConfigError(unknown)
    terminal.out('The configuration is fine.')
  },
})

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
