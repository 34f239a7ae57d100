import { withEngine } from '../../../gate/assembly/with-engine.ts'
import { schemeCounts } from '../../../gate/passwords/foreign/count-schemes.ts'
import { command } from '../../../platform/commands/command.ts'

export const usersSchemes = command({
  name: 'users schemes',
  summary: 'Say how many accounts have which kind of password hash.',
  options: { json: { type: 'boolean', help: 'Print a JSON object.' } },

  async run({ values, terminal, config }) {
    const counts = await withEngine(config(), (engine) => schemeCounts(engine, 'all'))
    if (values.json) return terminal.out(JSON.stringify(Object.fromEntries(counts), null, 2))
    const width = Math.max(0, ...[...counts.values()].map((count) => String(count).length))
    for (const [scheme, count] of counts) terminal.out(`${String(count).padStart(width)}  ${scheme}`)
  },
})
