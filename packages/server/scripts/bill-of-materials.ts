import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'rolldown'
import { packageOf } from './third-party-notices.ts'

const FILE = 'sbom.cdx.json'
const root = path.resolve(import.meta.dirname, '../../..')

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string
  readonly dependencies?: Readonly<Record<string, string>>
}

const manifestIn = (directory: string): Manifest => JSON.parse(readFileSync(path.join(directory, 'package.json'), 'utf8'))

/**
 * What a scanner asks for, as CycloneDX. `npm sbom` knows what is installed beside us, and nothing of what is bundled: this is both. It
 * has neither a time nor a number of its own, so that the same sources make the same bytes.
 */
export const billOfMaterials = (): Plugin => ({
  name: 'bill-of-materials',
  generateBundle(_options, bundle) {
    const own = manifestIn(path.join(root, 'packages/server'))
    const modules = Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? one.moduleIds : []))
    const prebuilt = [path.join(root, 'node_modules/@photostructure/sqlite')]
    const bundled = [...new Set([...modules.flatMap((file) => packageOf(file) ?? []), ...prebuilt])].map(manifestIn)
    const beside = besideOf(own)
    const components = [
      ...bundled.map((one) => component(one, 'bundled')),
      ...beside.filter(({ name }) => !bundled.some((one) => one.name === name)).map((one) => component(one, 'installed')),
    ]
    components.sort((one, other) => (one.purl < other.purl ? -1 : 1))
    const source = {
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      version: 1,
      metadata: { component: { ...named(own), type: 'application' } },
      components,
    }
    this.emitFile({ type: 'asset', fileName: FILE, source: `${JSON.stringify(source, null, 2)}\n` })
  },
})

/** Parts for single systems are left out, as they would say where it was built. */
function besideOf({ dependencies = {} }: Manifest, found = new Map<string, Manifest>()): readonly Manifest[] {
  for (const name of Object.keys(dependencies)) {
    const directory = path.join(root, 'node_modules', name)
    if (found.has(name) || !existsSync(directory)) continue
    found.set(name, manifestIn(directory))
    besideOf(manifestIn(directory), found)
  }
  return [...found.values()]
}

const named = ({ name, version, license = 'unknown' }: Manifest) => ({
  'bom-ref': purl(name, version),
  ...{ name, version, purl: purl(name, version) },
  licenses: [{ expression: license }],
})

const component = (one: Manifest, how: 'bundled' | 'installed') => ({
  type: 'library',
  ...named(one),
  properties: [{ name: 'latchkey:how', value: how }],
})

const purl = (name: string, version: string): string => `pkg:npm/${name.replace('@', '%40')}@${version}`
