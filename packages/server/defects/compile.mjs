import { execFile } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { copyOfTree, SOURCES } from './copy-of-tree.mjs'

/**
 * What the compiler has against each of some mistakes, if anything. One that speaks of what is not there any more breaks
 * whatever runs it: tests would fail, and have noticed nothing. All are compiled at once, beside the files that they are in.
 */
export async function complaintsAbout(mistakes) {
  const directory = copyOfTree()
  mistakes.forEach((texts, number) => {
    for (const [file, text] of texts)
      writeFileSync(path.join(directory, SOURCES, file.replace(/(?=\.tsx?$)/, `.${number}`)), text)
  })
  const config = { extends: './tsconfig.json', include: [SOURCES], exclude: ['**/*.test.ts'] }
  writeFileSync(path.join(directory, 'planted.json'), JSON.stringify(config))
  const compiler = promisify(execFile)('npx', ['tsc', '-p', 'planted.json', '--pretty', 'false'], { cwd: directory })
  const { stdout } = await compiler.catch((failed) => failed)
  rmSync(directory, { recursive: true, force: true })
  const complaints = new Map()
  for (const [, number, complaint] of stdout.matchAll(/\.(\d+)\.tsx?\(.*?: error (.*)/g))
    complaints.set(Number(number), complaint)
  return mistakes.map((_, number) => complaints.get(number))
}
