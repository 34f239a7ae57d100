import path from 'node:path'
import { applyDeclared } from '../../../gate/assembly/apply-declared.ts'
import { withDeps } from '../../../gate/assembly/with-deps.ts'
import type { Applied } from '../../../gate/subject.ts'
import { CommandError, command } from '../../../platform/commands/command.ts'
import { readJsonFile } from '../../../platform/commands/json-file.ts'
import { tellingSecrets } from '../../../platform/commands/tell-secrets.ts'
import { declaredClients } from './declared-clients.ts'

export const clientsApply = command({
  name: 'clients apply',
  summary:
    'Make and change applications so that they are as a JSON file says: a list of them, as `clients show` prints one. Others stay. The same file twice changes nothing.',
  operands: { file: 'The file.' },
  options: { check: { type: 'boolean', help: 'Change nothing, print what would change, and exit with 1 if something would.' } },

  async run({ operands, values, terminal, config }) {
    const file = path.resolve(terminal.cwd, operands.file)
    const list = readJsonFile(file)
    if (!Array.isArray(list)) throw new CommandError(`${file}: must be a list of applications`)
    const declared = [{ declarable: declaredClients, list, where: file }]
    const isCheck = values.check === true
    const [applied = []] = await tellingSecrets({ terminal }, (tell) =>
      withDeps(config(), terminal, (context) =>
        applyDeclared(context, declared, isCheck ? undefined : ([made = []]) => tell(secretLines(made))),
      ),
    )
    if (applied.length === 0) return terminal.out('All applications are as the file says.')
    for (const { name, change, secret } of applied) {
      const fields = typeof change === 'string' ? [] : change
      if (isCheck) terminal.out(change === 'made' ? `${name} would be made` : `${name} would change: ${fields.join(', ')}`)
      else if (change !== 'made') terminal.err(`${name} was changed: ${fields.join(', ')}`)
      else terminal.err(secret === undefined ? `${name} was made` : `${name} was made. Its secret is shown this once`)
    }
    if (isCheck) throw new CommandError(`${applied.length} of ${list.length} applications would change.`)
  },
})

const secretLines = (applied: readonly Applied[]): readonly string[] =>
  applied.flatMap(({ name, secret }) => (secret === undefined ? [] : [`${name} ${secret}`]))
