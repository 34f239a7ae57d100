import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defects } from './defects.mjs'

/**
 * Plants one mistake at a time in a copy of the tree and runs the tests that should notice. The copy is tested without
 * a mistake first: tests that fail anyway notice nothing.
 *
 *   npm run defects                 all of them
 *   npm run defects -- "a reset"    those whose name has it
 */
const root = path.resolve(import.meta.dirname, '../../..')
const wanted = process.argv[2] ?? ''
const chosen = defects.filter(({ name }) => name.includes(wanted))
const copy = mkdtempSync(path.join(tmpdir(), 'latchkey-defects-'))
process.on('exit', () => rmSync(copy, { recursive: true, force: true }))

for (const file of execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' }).split('\n')) {
  if (file === '' || file === 'node_modules') continue
  mkdirSync(path.dirname(path.join(copy, file)), { recursive: true })
  cpSync(path.join(root, file), path.join(copy, file))
}
symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))

/** How many tests failed; undefined when none could run. */
function failures({ project, files }) {
  const report = path.join(copy, 'report.json')
  rmSync(report, { force: true })
  spawnSync('npx', ['vitest', 'run', '--project', project, '--reporter=json', `--outputFile=${report}`, ...files], { cwd: copy })
  try {
    const { numFailedTests, numTotalTests } = JSON.parse(readFileSync(report, 'utf8'))
    return numTotalTests > 0 ? numFailedTests : undefined
  } catch {
    return undefined
  }
}

function change(edits) {
  const before = edits.map(({ file, from, to }) => {
    const text = readFileSync(path.join(copy, file), 'utf8')
    if (text.split(from).length !== 2) throw new Error(`${file} does not have this exactly once: ${from}`)
    writeFileSync(
      path.join(copy, file),
      text.replace(from, () => to),
    )
    return [file, text]
  })
  return () => {
    for (const [file, text] of before.reverse()) writeFileSync(path.join(copy, file), text)
  }
}

for (const project of new Set(chosen.map(({ seenBy }) => seenBy.project))) {
  const files = [...new Set(chosen.filter(({ seenBy }) => seenBy.project === project).flatMap(({ seenBy }) => seenBy.files))]
  if (failures({ project, files }) !== 0) throw new Error(`the tests on ${project} do not pass as they are`)
}

let unnoticed = 0
for (const { name, edits, seenBy } of chosen) {
  const undo = change(edits)
  const failed = failures(seenBy)
  undo()
  if (!failed) unnoticed++
  console.log(`${failed ? 'noticed   ' : 'UNNOTICED '} ${name}${failed ? `: ${failed} tests fail` : ''}`)
}
console.log(`\n${chosen.length - unnoticed} of ${chosen.length} mistakes were noticed.`)
process.exitCode = unnoticed === 0 ? 0 : 1
