import { openStore } from '../../../gate/assembly/open-store.ts'
import { withEngine } from '../../../gate/assembly/with-engine.ts'
import { FIELD_NAME, fieldNamed } from '../../../gate/data/field.ts'
import { pruneField } from '../../../gate/data/prune-field.ts'
import { CommandError, command, UsageError } from '../../../platform/commands/command.ts'

export const dataPrune = command({
  name: 'data prune',
  summary: 'Remove all values of a field that is not declared any more. There is no way back.',
  operands: { field: 'Its name, as it was declared.' },
  options: { orgs: { type: 'boolean', help: 'Of organisations, instead of accounts.' } },

  async run({ operands: { field }, values, terminal, config }) {
    if (!FIELD_NAME.test(field)) throw new UsageError(`'${field}' is no name of a field`)
    const settings = config()
    const [keeper, declared] = values.orgs
      ? (['organisations', settings.data.orgFields] as const)
      : (['accounts', settings.data.fields] as const)
    if (fieldNamed(declared, field)) throw new CommandError(`${field} is declared: take it out of the configuration first.`)
    const pruned = await withEngine(settings, (engine) => pruneField(openStore(engine), keeper, field))
    terminal.out(`${pruned} of the ${keeper} had a value in ${field}, and have none now.`)
  },
})
