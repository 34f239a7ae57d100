import { type Command, CommandError, type Options, type Parsed, UsageError } from '../../../platform/commands/command.ts'
import type { Config } from '../../../platform/config/schema.ts'
import { CHOICES, type ImportOptions } from '../import-options.ts'

const chosen = (name: keyof typeof CHOICES, help: string) => {
  const [first, ...others] = CHOICES[name]
  return { type: 'string', hint: 'CHOICE', help: `${help} ${first} unless given, or ${others.join(' or ')}.` } as const
}

export const importOperands = { file: 'The file: NDJSON, JSON, CSV or SQLite, as the source writes it.' } as const

export const importOptions = {
  from: { type: 'string', hint: 'FORMAT', help: 'What the file comes from.' },
  'dry-run': { type: 'boolean', help: 'Do all but write, and say what would happen.' },
  report: {
    type: 'string',
    hint: 'FILE',
    help: 'Write a line of JSON for each record to a new file, which only its owner may read.',
  },
  resume: { type: 'boolean', help: 'Go on with an import of this very file that was stopped.' },
  yes: { type: 'boolean', help: 'Do not ask.' },
  'hash-config': { type: 'string', hint: 'FILE', help: 'Keys of the old system, which some hashes and seeds need.' },
  identities: {
    type: 'string',
    hint: 'FILE',
    help: 'A second file of the same source, whose entries belong to those of the first.',
  },
  provider: {
    ...{ type: 'string', multiple: true, hint: 'NAME=CONFIGURED' },
    help: 'A provider of the source is one that is configured here; may be repeated. Others are left behind.',
  },
  verified: chosen('verified', 'Whether an address counts as confirmed because the source says so.'),
  admins: { type: 'string', hint: 'FIELD=VALUE', help: 'Who becomes an administrator; nobody without it.' },
  'second-factor': chosen(
    'second-factor',
    'What asks for more than a password: what cannot be kept becomes a mailed code, or refuses the record.',
  ),
  weak: chosen('weak', 'Hashes that are quickly guessed are hashed once more, refused, or left behind.'),
  'on-conflict': chosen(
    'on-conflict',
    'Where an account has the address already. Of that account nothing changes but identities that are added.',
  ),
  ids: chosen('ids', 'Accounts keep the ids of the source where those are UUIDs.'),
  batch: { type: 'string', hint: 'COUNT', help: 'How many records are written in one transaction; 200 unless given.' },
} as const satisfies Options

export type ImportCall = Parameters<Command<typeof importOptions, typeof importOperands>['run']>[0]

type Given = Parsed<typeof importOptions>

const MOST_IN_BATCH = 1000

export function readOptions(values: Given, { oauth }: Config): ImportOptions {
  const batch = Number(values.batch ?? '200')
  if (!Number.isInteger(batch) || batch < 1 || batch > MOST_IN_BATCH)
    throw new UsageError(`--batch is a number from 1 to ${MOST_IN_BATCH}`)
  return {
    verified: choiceOf('verified', values),
    'second-factor': choiceOf('second-factor', values),
    weak: choiceOf('weak', values),
    'on-conflict': choiceOf('on-conflict', values),
    ids: choiceOf('ids', values),
    providers: new Map((values.provider ?? []).map((one) => mapped(one, oauth.providers))),
    admins: values.admins === undefined ? undefined : pairOf('admins', values.admins),
    isDryRun: values['dry-run'] === true,
    batch,
  }
}

function choiceOf<Name extends keyof typeof CHOICES>(name: Name, values: Given): ImportOptions[Name] {
  const choices: readonly string[] = CHOICES[name]
  const given = values[name] ?? CHOICES[name][0]
  if (!choices.includes(given)) throw new UsageError(`--${name} is one of ${choices.join(', ')}`)
  return given as ImportOptions[Name]
}

function pairOf(name: string, given: string): { readonly field: string; readonly value: string } {
  const [, field, value] = /^([^=]+)=(.+)$/s.exec(given) ?? []
  if (field === undefined || value === undefined) throw new UsageError(`--${name} ${given}: there is no = in between`)
  return { field, value }
}

function mapped(given: string, configured: Config['oauth']['providers']) {
  const { field, value } = pairOf('provider', given)
  const ours = configured.find(({ name }) => name === value)
  const names = configured.map(({ name }) => name).join(', ')
  if (!ours) throw new CommandError(`--provider ${given}: ${value} is not configured here.${names && ` What is: ${names}.`}`)
  return [field, { name: ours.name, issuer: ours.issuer, label: ours.label }] as const
}
