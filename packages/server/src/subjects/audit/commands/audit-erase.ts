import { withDeps } from '../../../gate/assembly/with-deps.ts'
import { askConsent } from '../../../platform/commands/ask.ts'
import { command, UsageError } from '../../../platform/commands/command.ts'
import { idOf } from './id-of.ts'

export const auditErase = command({
  name: 'audit erase',
  summary: 'Erase address, user agent and details from all events that name a person. The sealed log stays good.',
  options: {
    user: { type: 'string', hint: 'USER', help: 'Whose: the id of the account, also of one that is gone, or its address.' },
    yes: { type: 'boolean', help: 'Do not ask.' },
  },

  async run({ values, terminal, config }) {
    const { user } = values
    if (user === undefined) throw new UsageError('--user is missing')
    const { erasePerson } = await import('../steps/erase-person.ts')
    await withDeps(config(), terminal, async (context) => {
      const id = await idOf(context.deps.store, user)
      await askConsent(terminal, values.yes, `Erase what is personal from every event that names ${id}, for ever?`)
      terminal.out(`${await erasePerson(context, id)} events were erased.`)
    })
  },
})
