import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'

export interface TemplateFile {
  /** As the operator knows it, for messages. */
  readonly path: string
  readonly source: string
}

/**
 * All templates by file name, each read once: the operator's where there is one, else ours. Templates refer to
 * each other by these names only, so nothing else on the disk is within their reach.
 */
export function readTemplateFiles(ownDirectory: string | undefined, problems: Set<string>): Map<string, TemplateFile> {
  const directory = packagedDirectory()
  const files = new Map(readdirSync(directory).map((name) => [name, readTemplate(directory, name)]))
  if (ownDirectory === undefined) return files
  for (const name of namesIn(ownDirectory, problems)) {
    const file = path.join(ownDirectory, name)
    try {
      if (!files.has(name)) throw new Error('is not the name of a template')
      if (!isInside(ownDirectory, file)) throw new Error('is a link to a file outside of the directory')
      files.set(name, readTemplate(ownDirectory, name))
    } catch (error) {
      problems.add(`${file}: ${reason(error)}`)
    }
  }
  return files
}

/** Beside `dist` when the service runs from its bundle, beside `src` when it runs from source. */
function packagedDirectory(): string {
  const candidates = ['../templates', '../../templates'].map((one) => path.resolve(import.meta.dirname, one))
  const found = candidates.find((one) => existsSync(one))
  if (found === undefined) throw new Error(`The mail templates are missing; looked for ${candidates.join(' and ')}`)
  return found
}

function namesIn(directory: string, problems: Set<string>): string[] {
  try {
    // Hidden entries belong to editors, to Git, and to Kubernetes, which mounts files as links into `..data`.
    return readdirSync(directory).filter((name) => !name.startsWith('.'))
  } catch (error) {
    problems.add(`${directory}: ${reason(error)}`)
    return []
  }
}

const isInside = (directory: string, file: string): boolean => realpathSync(file).startsWith(realpathSync(directory) + path.sep)

function readTemplate(directory: string, name: string): TemplateFile {
  const file = path.join(directory, name)
  return { path: file, source: readText(file).replaceAll('\r\n', '\n') }
}

function readText(file: string): string {
  const bytes = readFileSync(file)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Error('is not UTF-8 text')
  }
}

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error))
