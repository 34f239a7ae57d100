import { closeSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { applyDeclared } from '../gate/assembly/apply-declared.ts'
import { withDeps } from '../gate/assembly/with-deps.ts'
import { joined } from '../gate/join.ts'
import type { Applied } from '../gate/subject.ts'
import { CommandError, command, type Terminal } from '../platform/commands/command.ts'
import { asObject } from '../platform/commands/declared-entry.ts'
import { readJsonFile } from '../platform/commands/json-file.ts'
import { didYouMean } from '../platform/kernel/nearest.ts'
import { reasonOf } from '../platform/store/reason-of.ts'
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
      help: 'A new file, for its owner alone, that secrets are written to; standard output unless given. They are told this once.',
    },
  },

  async run({ operands, values, terminal, config }) {
    const file = path.resolve(terminal.cwd, operands.file)
    const declared = listsIn(file)
    const secrets = values.secrets === undefined || values.check ? undefined : newFile(path.resolve(terminal.cwd, values.secrets))
    const results = await withDeps(config(), terminal, (context) =>
      applyDeclared(context, declared, values.check === true),
    ).catch((error: unknown) => {
      secrets?.remove()
      throw error
    })
    const applied = results.flatMap((some, at) => some.map((one) => ({ ...one, list: declared[at]?.declarable.name ?? '' })))
    for (const one of applied) terminal.err(lineOf(one, values.check === true))
    if (!values.check) tellSecrets(applied, terminal, secrets)
    if (applied.length === 0) return terminal.out('All is as the file says.')
    if (values.check) throw new CommandError(`${applied.length} of what the file names would change.`)
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

function tellSecrets(applied: readonly Named[], terminal: Terminal, file: ReturnType<typeof newFile> | undefined): void {
  const lines = applied.flatMap(({ list, name, secret }) => (secret === undefined ? [] : [`${list} ${name} ${secret}`]))
  if (file && lines.length > 0 && file.write(lines)) return
  file?.remove()
  for (const line of lines) terminal.out(line)
}

/** Made before anything is changed: a secret that could not be written down would be lost. */
function newFile(name: string) {
  const file = open(name)
  const remove = (): void => {
    closeSync(file)
    rmSync(name, { force: true })
  }
  const write = (lines: readonly string[]): boolean => {
    try {
      writeFileSync(file, lines.map((line) => `${line}\n`).join('')) // goes on where the disk takes a part at a time
      fsyncSync(file)
      closeSync(file)
      return true
    } catch {
      return false
    }
  }
  return { write, remove }
}

function open(name: string): number {
  try {
    return openSync(name, 'wx', 0o600)
  } catch (error) {
    throw new CommandError(`${name}: ${reasonOf(error)}`)
  }
}
