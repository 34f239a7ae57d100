import path from 'node:path'
import { defineConfig } from 'rolldown'
import manifest from './package.json' with { type: 'json' }

const here = import.meta.dirname
const entries = Object.values(manifest.exports).map(({ default: file }) => path.parse(file).name)

/** A file for each entry. Frameworks stay outside. The types are written by the compiler. */
export default defineConfig({
  input: Object.fromEntries(entries.map((name) => [name, `${here}/src/${name}.ts`])),
  external: [/^next\//, ...Object.keys(manifest.peerDependencies)],
  output: { dir: `${here}/dist`, format: 'esm', chunkFileNames: '[name].js', cleanDir: true },
})
