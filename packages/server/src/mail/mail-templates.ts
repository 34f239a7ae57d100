import { Liquid, LiquidError } from 'liquidjs'
import { type MailKind, mailKinds, samplesOf, variablesOf } from './mail-kinds.ts'
import { MailTemplateError } from './mail-template-error.ts'
import { readTemplateFiles, type TemplateFile } from './template-files.ts'

export type { MailKind } from './mail-kinds.ts'

interface RenderedMail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

export interface MailTemplates {
  render(kind: MailKind, variables: Readonly<Record<string, string>>): RenderedMail
}

type Files = ReadonlyMap<string, TemplateFile>
type Part = 'txt' | 'html'
type Variables = Readonly<Record<string, string>>

const partsOf = ['txt', 'html'] as const
const fileName = (kind: MailKind, part: Part): string => `${kind}.${part}.liquid`

/**
 * Reads every template, and tries them all where an operator has put some in the place of ours: a mistake in one stops the
 * start and not, weeks later, a mail. Ours alone were tried by the tests, and are parsed when a mail is first written.
 */
export function loadTemplates({ ownDirectory }: { readonly ownDirectory?: string | undefined }): MailTemplates {
  const problems = new Set<string>()
  const files = readTemplateFiles(ownDirectory, problems)
  const engines = { txt: newEngine(files, 'txt'), html: newEngine(files, 'html') }
  const tried = ownDirectory === undefined ? [] : (Object.keys(mailKinds) as MailKind[])
  for (const kind of tried) {
    for (const part of partsOf) for (const problem of problemsOf(engines[part], files, kind, part)) problems.add(problem)
  }
  if (problems.size > 0) throw new MailTemplateError([...problems])

  return {
    render(kind, variables) {
      const clean = cleanVariables(kind, variables)
      const mail = splitSubject(engines.txt.renderFileSync(fileName(kind, 'txt'), clean))
      if (!mail) throw new Error(`${fileName(kind, 'txt')} rendered no subject`)
      return { ...mail, html: engines.html.renderFileSync(fileName(kind, 'html'), clean) }
    },
  }
}

/** Works on a map of the files that were read, so that a template has no way to the disk. */
function newEngine(files: Files, part: Part): Liquid {
  const templates: Record<string, string> = Object.create(null)
  for (const [name, { source }] of files) if (name.endsWith(`.${part}.liquid`)) templates[name] = source
  const engine = new Liquid({
    templates,
    cache: true,
    strictFilters: true,
    strictVariables: true,
    ownPropertyOnly: true,
    ...(part === 'html' && { outputEscape: 'escape' }),
  })
  // No variable is HTML, so nobody needs the filter that switches the escaping off.
  engine.unregisterFilter('raw')
  return engine
}

function problemsOf(engine: Liquid, files: Files, kind: MailKind, part: Part): string[] {
  const name = fileName(kind, part)
  const pathOf = (file = name) => files.get(file)?.path ?? file
  try {
    const unknown = unknownVariables(engine, kind, name, pathOf)
    if (unknown.length > 0) return unknown
    return samplesOf(kind).flatMap((sample) => {
      const rendered: string = engine.renderFileSync(name, sample)
      return part === 'txt' ? missingLines(rendered, sample).map((line) => `${pathOf()}: ${line}`) : []
    })
  } catch (error) {
    return [describe(error, pathOf)]
  }
}

/** From the parsed template, not only from what a sample renders: that sees one branch of an `if`. */
function unknownVariables(engine: Liquid, kind: MailKind, name: string, pathOf: (file?: string) => string): string[] {
  const known: readonly string[] = variablesOf(kind)
  const { globals } = engine.analyzeSync(engine.parseFileSync(name))
  return Object.entries(globals)
    .filter(([variable]) => !known.includes(variable))
    .flatMap(([variable, uses]) =>
      uses.map(
        ({ location }) =>
          `${pathOf(location.file)}, line ${location.row}: unknown variable ${variable}; there are ${known.join(', ')}`,
      ),
    )
}

/** People paste the code, and programs read it, from a line of its own; replaced templates keep that promise too. */
function missingLines(rendered: string, sample: Variables): string[] {
  const mail = splitSubject(rendered)
  if (!mail) return ['must begin with a line "Subject: …" and an empty line']
  const lines = mail.text.split('\n')
  return ['code', 'link']
    .filter((variable) => sample[variable] !== undefined && !lines.includes(sample[variable]))
    .map((variable) => `must have {{ ${variable} }} alone on a line`)
}

function describe(error: unknown, pathOf: (file?: string) => string): string {
  if (!LiquidError.is(error)) return `${pathOf()}: ${error instanceof Error ? error.message : error}`
  const message = (error.originalError ?? error).message.replace(/(, file:.*)?, line:\d+, col:\d+$/s, '')
  return `${pathOf(error.token.file)}, line ${error.token.getPosition()[0]}: ${message}`
}

/** Variables have no line breaks, so the first line is the template's own first line. */
function splitSubject(rendered: string): { subject: string; text: string } | undefined {
  const [, subject, text] = /^Subject:([^\n]*\S[^\n]*)\n[ \t]*\n(.*)$/s.exec(rendered) ?? []
  if (subject === undefined || text === undefined) return undefined
  return { subject: oneLine(subject), text: `${text.trim()}\n` }
}

/** Only the declared variables, the ones the templates were tried with, and each of them on one line. */
function cleanVariables(kind: MailKind, variables: Variables): Variables {
  return Object.fromEntries(
    variablesOf(kind).map((variable) => {
      const value = variables[variable]
      if (value === undefined) throw new Error(`A ${kind} mail needs the variable ${variable}`)
      return [variable, oneLine(value)]
    }),
  )
}

/** Without line breaks no value can add a header, or a line that passes for the code; without direction marks it cannot reorder one. */
const oneLine = (value: string): string => value.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
