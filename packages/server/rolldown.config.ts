import { defineConfig } from 'rolldown'
import { billOfMaterials } from './scripts/bill-of-materials.ts'
import { inAscii } from './scripts/in-ascii.ts'
import { sqlitePrebuilds } from './scripts/sqlite-prebuilds.ts'
import { thirdPartyNotices } from './scripts/third-party-notices.ts'

const here = import.meta.dirname

/** One file for the service and one for each thing that not every command needs. It starts in half the time of loose modules. */
export default defineConfig({
  input: {
    latchkey: `${here}/src/cli/program.ts`,
    index: `${here}/src/in-process.ts`,
    'checkpoint-worker': `${here}/src/platform/store/engines/checkpoint-worker.ts`,
  },
  platform: 'node',
  // Where a package has ES modules beside its CommonJS, they are bundled flat and without what is not used. Loading what verifies
  // passkeys would otherwise take three times as long, and no request is answered meanwhile.
  resolve: {
    mainFields: ['module', 'main'],
    // Fastify asks for its compilers of schemas where nobody brings others, as the service does. They would be an eighth of what a start reads.
    alias: { '@fastify/ajv-compiler': false, '@fastify/fast-json-stringify-compiler': false },
  },
  plugins: [thirdPartyNotices(), billOfMaterials(), sqlitePrebuilds(), inAscii()],
  // Native code, and a driver that looks for an optional native part at run time: the package's only dependencies.
  external: ['@node-rs/argon2', '@node-rs/bcrypt', 'pg'],
  output: {
    // A stack trace finds its line by the maps; with the sources in them they would be a third of the package.
    ...{ dir: `${here}/dist`, format: 'esm', chunkFileNames: '[name].js', cleanDir: true },
    ...{ sourcemap: true, sourcemapExcludeSources: true },
    // Comments and spaces are half of it, and are read at every start. Names stay, for whoever reads a stack trace.
    minify: { compress: false, mangle: false },
  },
})
