import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { scratchDirectory } from './scratch-directory.ts'
import { atEnd } from './shared.ts'

const repository = path.resolve(import.meta.dirname, '../../../..')
const modules = path.join(repository, 'node_modules')

interface Manifest {
  readonly name: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const manifestIn = (folder: string): Manifest => JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))

/**
 * A folder as somebody has it who installed both packages for production: what is in their tarballs, and what these depend on. Packed
 * without a build: it was built before the tests began, and building would take it from under the feet of others.
 */
export function installPackages(packages = path.join(repository, 'packages')) {
  const directory = scratchDirectory('packages-')
  atEnd(() => rmSync(directory, { recursive: true, force: true }))
  const packed: readonly { name: string; filename: string }[] = JSON.parse(
    execFileSync('npm', ['pack', './server', './client', '--json', '--ignore-scripts', '--pack-destination', directory], {
      cwd: packages,
      encoding: 'utf8',
    }),
  )
  const inFolder = (name: string): string => path.join(directory, 'node_modules', name)
  for (const { name, filename } of packed) {
    mkdirSync(inFolder(name), { recursive: true })
    execFileSync('tar', ['-xzf', path.join(directory, filename), '--strip-components=1', '-C', inFolder(name)])
  }
  for (const name of neededBy(packed.map(({ name }) => manifestIn(inFolder(name)))))
    cpSync(path.join(modules, name), inFolder(name), { recursive: true })
  return {
    directory,
    home: inFolder('latchkey'),
    tarballs: Object.fromEntries(packed.map(({ name, filename }) => [name, path.join(directory, filename)])),
  }
}

/** Everything that npm would put beside them; of parts for other systems, those that are installed here. */
function neededBy(manifests: readonly Manifest[], found = new Set<string>()): Set<string> {
  for (const { dependencies, optionalDependencies } of manifests) {
    const names = [...Object.keys(dependencies ?? {}), ...Object.keys(optionalDependencies ?? {})]
    const fresh = names.filter((name) => !found.has(name) && existsSync(path.join(modules, name)))
    for (const name of fresh) found.add(name)
    neededBy(
      fresh.map((name) => manifestIn(path.join(modules, name))),
      found,
    )
  }
  return found
}
