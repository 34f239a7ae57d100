import path from 'node:path'
import { applyDeclared, type Results } from '../gate/assembly/apply-declared.ts'
import { withDeps } from '../gate/assembly/with-deps.ts'
import { joined } from '../gate/join.ts'
import type { Applied } from '../gate/subject.ts'
import { CommandError, command } from '../platform/commands/command.ts'
import { asObject } from '../platform/commands/declared-entry.ts'
import { readJsonFile } from '../platform/commands/json-file.ts'
import { tellingSecrets } from '../platform/commands/tell-secrets.ts'
import { didYouMean } from '../platform/kernel/nearest.ts'
import '../subjects/index.ts'

type Named = Applied & { readonly list: string }

export const apply = command({
  name: 'apply',
  summary:
    'Make and change applications, keys, webhooks and organisations so that they are as a JSON file says, all of it or nothing. Others stay. The same file twice changes nothing.',
  operands: { file: 'The file: an object with lists named `clients`, `keys`, `webhooks` and `organisations`.' },
  options: {
    check: { type: 'boolean', help: 'Change nothing, print what would change, and exit with 1 if something would.' },
    secrets: {
      type: 'string',
      hint: 'FILE',
      help: 'A new file, for its owner alone, that secrets are written to if any are made; standard output unless given. They are told this once.',
    },
  },

  async run({ operands, values, terminal, config }) {
    const file = path.resolve(terminal.cwd, operands.file)
    const declared = listsIn(file)
    const isCheck = values.check === true
    const named = (results: Results): readonly Named[] =>
      results.flatMap((some, at) => some.map((one) => ({ ...one, list: declared[at]?.declarable.name ?? '' })))
    const secrets = values.secrets && path.resolve(terminal.cwd, values.secrets)
    const results = await tellingSecrets({ terminal, file: secrets }, (tell) =>
      withDeps(config(), terminal, (context) =>
        applyDeclared(context, declared, isCheck ? undefined : (done) => tell(secretLines(named(done)))),
      ),
    )
    const applied = named(results)
    for (const one of applied) terminal.err(lineOf(one, isCheck))
    if (applied.length === 0) return terminal.out('All is as the file says.')
    if (isCheck) throw new CommandError(`${applied.length} of what the file names would change.`)
  },
})

function listsIn(file: string) {
  const given = Object.entries(asObject(readJsonFile(file), file))
  const known = joined.flatMap(({ declares = [] }) => declares)
  return given.map(([name, list]) => {
    const declarable = known.find((one) => one.name === name)
    const names = known.map((one) => one.name)
    if (!declarable) throw new CommandError(`${file}: there is no list ${name}.${didYouMean(name, names)}`)
    if (!Array.isArray(list)) throw new CommandError(`${file}: ${name} must be a list`)
    return { declarable, list: list as readonly unknown[], where: `${file}: ${name}` }
  })
}

function lineOf({ list, name, change }: Named, isCheck: boolean): string {
  const would = isCheck ? 'would be' : 'was'
  return change === 'made' ? `${list}: ${name} ${would} made` : `${list}: ${name} ${would} changed: ${change.join(', ')}`
}

const secretLines = (applied: readonly Named[]): readonly string[] =>
  applied.flatMap(({ list, name, secret }) => (secret === undefined ? [] : [`${list} ${name} ${secret}`]))
