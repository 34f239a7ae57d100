import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../../..')

export const SOURCES = 'packages/server/src'

/** A directory with everything that is in the repository now; it goes when the process ends. */
export function copyOfTree() {
  const copy = mkdtempSync(path.join(tmpdir(), 'latchkey-defects-'))
  process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
  for (const file of execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' }).split(
    '\n',
  )) {
    if (file === '' || file === 'node_modules' || !existsSync(path.join(root, file))) continue
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true })
    cpSync(path.join(root, file), path.join(copy, file))
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
  return copy
}
