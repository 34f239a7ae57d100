import { command } from '../platform/commands/command.ts'
import { printableConfig } from '../platform/config/describe-config.ts'
import { ConfigError } from '../platform/config/load-config.ts'
import { unknownNames } from '../platform/config/unknown-names.ts'
import { warnings } from '../platform/config/warnings.ts'

export const configCheck = command({
  name: 'config check',
  summary: 'Report every problem of the configuration, and exit with 1 if there is one.',
  options: {},

  async run({ terminal, config }) {
    for (const warning of warnings(config())) terminal.err(`Warning: ${warning}`)
    const unknown = unknownNames(terminal)
    if (unknown.length > 0) throw new ConfigError(unknown)
    terminal.out('The configuration is fine.')
  },
})

export const configPrint = command({
  name: 'config print',
  summary: 'Print the configuration in force as JSON, secrets hidden.',
  options: {},

  async run({ terminal, config }) {
    terminal.out(JSON.stringify(printableConfig(config()), null, 2))
  },
})
