import { printableConfig } from '../config/describe-config.ts'
import { warnings } from '../config/warnings.ts'
import { command } from './command.ts'

export const configCheck = command({
  name: 'config check',
  summary: 'Report every problem of the configuration, and exit with 1 if there is one.',
  options: {},

  async run({ terminal, config }) {
    for (const warning of warnings(config())) terminal.err(`Warning: ${warning}`)
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
