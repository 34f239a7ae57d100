import { defineConfig } from 'rolldown'

const here = import.meta.dirname
const entries = ['index', 'methods', 'server', 'express', 'fastify', 'hono', 'next', 'react']

/** A file for each entry. Frameworks stay outside. The types are written by the compiler. */
export default defineConfig({
  input: Object.fromEntries(entries.map((name) => [name, `${here}/src/${name}.ts`])),
  external: ['express', 'fastify', 'hono', 'react', /^next\//],
  output: { dir: `${here}/dist`, format: 'esm', chunkFileNames: '[name].js', cleanDir: true },
})
