import { availableParallelism } from 'node:os'
import path from 'node:path'
import { complaintsAbout } from './compile.mjs'
import { defects } from './defects.mjs'
import { Lane } from './lane.mjs'
import { plant } from './plant.mjs'
import { Sources } from './sources.mjs'

/**
 * Plants one mistake at a time in a copy of the tree and runs the tests that should notice, until one fails; on several cores
 * in several copies. In the end every test that has noticed something runs without a mistake, and has to pass.
 *
 *   npm run defects                 all of them
 *   npm run defects -- "a reset"    those whose name has it
 */
process.env['TEST_FORM'] ??= 'every file' // on either database, and in no longer form than that of every day
process.env['RACE_ROUNDS'] ??= '3' // a mistake may win a race once
const began = performance.now()
const since = (from) => `${((performance.now() - from) / 1000).toFixed(1)} s`
const wanted = process.argv[2] ?? ''
const sources = Sources.in(path.resolve(import.meta.dirname, '../src'))
const mistakes = defects
  .filter(({ name }) => name.includes(wanted))
  .map((defect) => ({ ...defect, texts: plant(sources, defect.places) }))

const waiting = [...mistakes]
let noticed = 0
let problems = 0
const tell = (problem) => {
  problems++
  console.log(problem)
}

async function work(lane) {
  await lane.open()
  for (let mistake = waiting.shift(); mistake; mistake = waiting.shift()) {
    const { name, seenBy, texts } = mistake
    const start = performance.now()
    const { test, reason } = await lane.firstFailure(seenBy, texts)
    if (test) noticed++
    console.log(`${test ? 'noticed  ' : 'UNNOTICED'} ${name} (${since(start)}): ${test ?? reason}`)
  }
  const unreliable = await lane.firstUnreliable()
  if (unreliable) tell(`FAILS WITHOUT A MISTAKE: ${unreliable}`)
}

async function compileAll() {
  const complaints = await complaintsAbout(mistakes.map(({ texts }) => texts))
  for (const [index, complaint] of complaints.entries())
    if (complaint) tell(`DOES NOT COMPILE: ${mistakes[index].name}: ${complaint}`)
}

const lanes = Array.from({ length: Math.min(availableParallelism(), mistakes.length) }, () => new Lane())
await Promise.all([compileAll(), ...lanes.map(work)])
// All at once: the directory that tests write to is one for all lanes.
for (const lane of lanes) await lane.close()
console.log(`\n${noticed} of ${mistakes.length} mistakes were noticed, in ${since(began)}.`)
process.exitCode = noticed === mistakes.length && problems === 0 ? 0 : 1
