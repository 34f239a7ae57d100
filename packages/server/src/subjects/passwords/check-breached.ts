import { openBreached } from '../../gate/passwords/breached-passwords.ts'
import { type Finding, findingsOf, textOf } from '../../platform/commands/finding.ts'
import type { Config } from '../../platform/config/schema.ts'

/** The list is opened as at a start, which would be refused. */
export function* checkBreached({ passwords: { breachedFile } }: Config): Iterable<Finding> {
  if (breachedFile === undefined) return
  const { ok, fail } = findingsOf('passwords')
  try {
    const { count, close } = openBreached(breachedFile)
    close()
    yield ok(`${count.toLocaleString('en')} breached passwords are refused`)
  } catch (error) {
    yield fail(textOf(error))
  }
}
