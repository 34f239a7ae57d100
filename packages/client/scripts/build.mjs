import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Builds `dist`: the bundles, and the types beside them. Declarations name the files that are published, and not our sources. */
const here = path.resolve(import.meta.dirname, '..')
const dist = path.join(here, 'dist')
const run = (...args) => execFileSync('npx', args, { cwd: here, stdio: ['ignore', 'ignore', 'inherit'] })

run('rolldown', '-c', 'rolldown.config.ts')
run('tsc', '-p', 'tsconfig.build.json')
for (const file of readdirSync(dist).filter((name) => name.endsWith('.d.ts'))) {
  const text = readFileSync(path.join(dist, file), 'utf8')
  writeFileSync(path.join(dist, file), text.replace(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"))
}
