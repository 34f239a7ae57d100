import { execFileSync } from 'node:child_process'
import { readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { scratchDirectory } from './scratch-directory.ts'

const root = path.resolve(import.meta.dirname, '../../../..')
const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

/** The version that operators have while they roll this one out: the newest tag before it, or whichever commit the environment names. */
export function lastRelease(): string | undefined {
  const named = process.env['ROLL_FROM']
  if (named !== undefined) return named
  try {
    return git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^')
  } catch {
    return undefined // nothing was released, or the sources have come without their history
  }
}

/** Builds that version beside this one, and resolves to its program. */
export function builtRelease(version: string): string {
  const directory = scratchDirectory('release-')
  execFileSync('sh', ['-c', `git -C '${root}' archive '${version}' | tar -x -C '${directory}'`])
  const [lock, own] = [directory, root].map((at) => readFileSync(path.join(at, 'package-lock.json'), 'utf8'))
  if (lock === own) symlinkSync(path.join(root, 'node_modules'), path.join(directory, 'node_modules'))
  else execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: directory, stdio: 'ignore' })
  execFileSync('npm', ['run', '--silent', 'build:server'], { cwd: directory, stdio: 'ignore' })
  return path.join(directory, 'packages/server/bin/latchkey.js')
}
