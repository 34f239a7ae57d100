import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Plugin } from 'rolldown'

const require = createRequire(import.meta.url)

const FILE = 'THIRD-PARTY-NOTICES.txt'
/** Its list of common passwords is among our assets, as hashes. */
const OF_ASSETS = ['@zxcvbn-ts/language-common']
const RULE = '-'.repeat(80)

/** The licences of what is bundled ask to be passed on with it: one file, beside the code. */
export const thirdPartyNotices = (): Plugin => ({
  name: 'third-party-notices',
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? one.moduleIds : []))
    const assets = OF_ASSETS.flatMap((name) => packageOf(require.resolve(name)) ?? [])
    const packages = new Set([...modules.flatMap((file) => packageOf(file) ?? []), ...assets])
    const notices = [...packages].sort().map(noticeOf)
    const source = ['This package contains code of the following packages.', '', ...notices].join('\n')
    this.emitFile({ type: 'asset', fileName: FILE, source })
  },
})

/** The directory of the package that a module came from; undefined for one of ours. */
export function packageOf(file: string): string | undefined {
  const [, directory] = /^([^?]*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(file.replace(/^\0/, '')) ?? []
  return directory
}

function noticeOf(directory: string): string {
  const { name, version, license, author } = JSON.parse(readFileSync(path.join(directory, 'package.json'), 'utf8'))
  const files = readdirSync(directory).filter((one) => /^(licen[cs]e|notice|copying)(\.|$)/i.test(one))
  const texts = files.map((one) => readFileSync(path.join(directory, one), 'utf8').trim())
  // Some publish no text: then the name of the licence and its author is all there is to pass on.
  const written = texts.length > 0 ? texts : [`${license}, by ${author?.name ?? author ?? `the authors of ${name}`}`]
  return [RULE, `${name} ${version} (${license})`, RULE, '', ...written, ''].join('\n')
}
