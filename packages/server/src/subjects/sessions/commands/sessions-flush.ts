import { withEngine } from '../../../gate/assembly/with-engine.ts'
import { flushSessions } from '../../../gate/session-cache/flush-sessions.ts'
import { command } from '../../../platform/commands/command.ts'

export const sessionsFlush = command({
  name: 'sessions flush',
  summary: 'Make every process forget the sessions it keeps in memory, after changes made by hand in the database.',
  options: {},

  async run({ terminal, config }) {
    await withEngine(config(), flushSessions)
    terminal.out('Every process has forgotten the sessions it kept. None has ended.')
  },
})
