import { mkdir, readdir, readFile, rename, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { InputOptions, OutputOptions } from 'rolldown'
import type { Plugin } from 'vitest/config'
import { isBuilt } from './is-built.ts'

const server = path.resolve(import.meta.dirname, '../..')
const sources = path.join(server, 'src')
/** Beside the sources, so that what the program finds from its own place it finds from here too. */
const modules = path.join(server, '.modules')
const stamp = path.join(modules, 'written')
const lock = path.resolve(server, '../../package-lock.json')

const isSource = (file: string): boolean => /(?<!\.test|\.d)\.tsx?$/.test(file)

/**
 * The program's modules as JavaScript that Node loads by itself, one file for each. A test that imports a source is given its
 * module: to hand every worker a thousand sources one by one takes longer than most files of tests do. A run that watches, mocks or
 * measures coverage has the sources themselves.
 */
export async function nativeModules(): Promise<Plugin> {
  await writeIfChanged()
  return {
    name: 'native-modules',
    enforce: 'pre',
    resolveId(id, importer) {
      if (!importer || !id.startsWith('.')) return undefined
      const [file = '', query] = path.resolve(path.dirname(importer), id).split('?')
      if (!file.startsWith(`${sources}/`) || !isSource(file)) return undefined
      const module = path.join(modules, path.relative(sources, file)).replace(/\.tsx?$/, '.js')
      return { id: query === undefined ? module : `${module}?${query}`, external: true }
    },
  }
}

/** For a run that has the sources themselves: a thread is started from a file that Node can load by itself. */
export async function nativeThreads(): Promise<Plugin> {
  await writeIfChanged()
  return {
    name: 'native-threads',
    transform(code, id) {
      if (!id.startsWith(`${sources}/`) || !code.includes('new Worker(new URL(')) return undefined
      const beside = pathToFileURL(path.join(modules, path.relative(sources, id))).href
      return code.replace(/new Worker\(new URL\((['"][^'"]+['"]), import\.meta\.url\)/, `new Worker(new URL($1, '${beside}')`)
    },
  }
}

async function writeIfChanged(): Promise<void> {
  if (!isBuilt([stamp], [sources, lock, import.meta.filename])) await writeModules()
}

async function writeModules(): Promise<void> {
  const began = new Date()
  const all = (await readdir(sources, { recursive: true })).filter(isSource)
  const named = Object.fromEntries(all.map((file) => [file.replace(/\.tsx?$/, ''), path.join(sources, file)]))
  await Promise.all([
    write(
      { input: named, external: /^[^./]/, treeshake: false },
      { preserveModules: true, preserveModulesRoot: sources, paths: bundled },
    ),
    write({ input: libraries }, { chunkFileNames: 'libraries/[name].js' }),
  ])
  await writeFile(stamp, '')
  await utimes(stamp, began, began) // what was changed meanwhile may not be in it
}

/** Libraries of many modules, which take longer to load than the whole program where each is a file. */
const libraries = { 'libraries/typebox': 'typebox', 'libraries/schema': 'typebox/schema', 'libraries/format': 'typebox/format' }

const bundled = (id: string): string => {
  const name = Object.entries(libraries).find(([, library]) => library === id)?.[0]
  return name === undefined ? id : path.join(modules, `${name}.js`)
}

async function write(input: InputOptions, options: OutputOptions): Promise<void> {
  const { rolldown } = await import('rolldown')
  const bundle = await rolldown({ ...input, platform: 'node' })
  const { output } = await bundle.generate({ ...options, format: 'esm', entryFileNames: '[name].js' })
  await bundle.close()
  await Promise.all(output.map((one) => replace(path.join(modules, one.fileName), one.type === 'chunk' ? one.code : one.source)))
}

/** Another run may be loading what is there, and most of it is as it was. */
async function replace(file: string, text: string | Uint8Array): Promise<void> {
  if ((await readFile(file, 'utf8').catch(() => undefined)) === text) return
  await mkdir(path.dirname(file), { recursive: true })
  const beside = `${file}.${process.pid}`
  await writeFile(beside, text)
  await rename(beside, file)
}
