import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { once } from '../kernel/once.ts'
import { mailKinds } from './mail-kinds.ts'

interface TemplateFile {
  readonly path: string
  readonly isOwn: boolean
  readonly source: () => string
}

/** By the names by which templates refer to each other: no other file on the disk is within their reach. */
export type TemplateFiles = ReadonlyMap<string, TemplateFile>

export type TemplateCatalogue = { readonly all: TemplateFiles; readonly ofLanguage: ReadonlyMap<string, TemplateFiles> }

/** The frame of all HTML mails is the same in every language. */
const FRAME = ['layout.html.liquid', 'derived.html.liquid']
const pieces = ['greeting', 'sender'].flatMap((name) => [`${name}.txt.liquid`, `${name}.html.liquid`])
const ours = () => [...mailKinds().map((kind) => `${kind}.txt.liquid`), ...pieces, 'not-me.txt.liquid', 'place.txt.liquid']
/** An operator may also write the HTML of a mail, which is otherwise made of its text. */
const theirs = () => ['layout.html.liquid', ...ours(), ...mailKinds().map((kind) => `${kind}.html.liquid`)]

/** That all files exist is checked at the start; a file is read when a mail first needs it. */
export function packagedTemplates(directory = packagedDirectory()): TemplateCatalogue {
  const languages = readdirSync(directory).filter((name) => !FRAME.includes(name))
  const shelf = {
    all: filesIn(directory, FRAME),
    ofLanguage: new Map(languages.map((language) => [language, filesIn(path.join(directory, language), ours())])),
  }
  const missing = [shelf.all, ...shelf.ofLanguage.values()]
    .flatMap((files) => [...files.values()].map((file) => file.path))
    .filter((file) => !existsSync(file))
  if (missing.length > 0) throw new Error(`Mail templates are missing: ${missing.join(', ')}`)
  return shelf
}

/** Every file is read at once, so that later changes to it have no effect. */
export function ownTemplates(directory: string, languages: readonly string[], problems: Set<string>): TemplateCatalogue {
  const found = entriesOf(directory, problems)
  const folders = found.filter((name) => isDirectory(path.join(directory, name)))
  const known = folders.filter((name) => languages.includes(name))
  for (const name of folders.filter((one) => !known.includes(one)))
    problems.add(`${path.join(directory, name)}: is not one of the languages ${languages.join(', ')}`)
  const filesOf = (folder: string, entries: readonly string[]) => readOwn(directory, folder, entries, problems)
  const inLanguage = (folder: string) => filesOf(folder, entriesOf(folder, problems))
  const files = found.filter((name) => !folders.includes(name))
  return {
    all: filesOf(directory, files),
    ofLanguage: new Map(known.map((language) => [language, inLanguage(path.join(directory, language))])),
  }
}

function readOwn(root: string, folder: string, entries: readonly string[], problems: Set<string>): TemplateFiles {
  const files = new Map<string, TemplateFile>()
  for (const name of entries) {
    const file = path.join(folder, name)
    try {
      if (!theirs().includes(name)) throw new Error('is not the name of a template')
      if (!isInside(root, file)) throw new Error('is a link to a file outside of the directory')
      const source = readText(file)
      files.set(name, { path: file, isOwn: true, source: () => source })
    } catch (error) {
      problems.add(`${file}: ${reason(error)}`)
    }
  }
  return files
}

/** Beside `dist` when the service runs from its bundle, beside `src` when it runs from source. */
function packagedDirectory(): string {
  const candidates = ['..', '../..', '../../..'].map((up) => path.resolve(import.meta.dirname, up, 'templates'))
  const found = candidates.find((one) => existsSync(one))
  if (found === undefined) throw new Error(`The mail templates are missing; looked for ${candidates.join(' and ')}`)
  return found
}

function entriesOf(directory: string, problems: Set<string>): string[] {
  try {
    // Hidden entries belong to editors, to Git, and to Kubernetes, which mounts files as links into `..data`.
    return readdirSync(directory).filter((name) => !name.startsWith('.'))
  } catch (error) {
    problems.add(`${directory}: ${reason(error)}`)
    return []
  }
}

const filesIn = (directory: string, names: readonly string[]): TemplateFiles =>
  new Map(
    names.map((name) => {
      const file = path.join(directory, name)
      return [name, { path: file, isOwn: false, source: once(() => readText(file)) }]
    }),
  )

const isDirectory = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false
const isInside = (directory: string, file: string): boolean => realpathSync(file).startsWith(realpathSync(directory) + path.sep)

/** Without the line break at the end, because a greeting stands in the middle of a line. */
function readText(file: string): string {
  const bytes = readFileSync(file)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll('\r\n', '\n').trimEnd()
  } catch {
    throw new Error('is not UTF-8 text')
  }
}

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error))
