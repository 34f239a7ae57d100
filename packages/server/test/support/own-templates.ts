import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

/** A directory with templates of an operator's, for the length of one test. It is alone in another one, where tests may put what is outside. */
export function ownDirectory(files: Readonly<Record<string, string | Uint8Array>>): string {
  const around = mkdtempSync(path.join(tmpdir(), 'mail-templates-'))
  onTestFinished(() => rmSync(around, { recursive: true }))
  const directory = path.join(around, 'own')
  mkdirSync(directory)
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(directory, name)), { recursive: true })
    writeFileSync(path.join(directory, name), content)
  }
  return directory
}
