import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/** Builds `dist-single/latchkey`: this machine's Node with the service in it, for the system that it is built on. */
const server = path.resolve(import.meta.dirname, '..')
const modules = path.resolve(server, '../../node_modules')
const target = path.join(server, 'dist-single')
/** Node looks for it to know that it carries a program. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'

const manifestOf = (name) => JSON.parse(readFileSync(path.join(modules, name, 'package.json'), 'utf8'))

/** What the package depends on, with the native parts that were installed for this system. */
function dependencies(names, found = new Set()) {
  for (const name of names) {
    if (found.has(name) || !existsSync(path.join(modules, name))) continue
    found.add(name)
    const { dependencies: own = {}, optionalDependencies: optional = {} } = manifestOf(name)
    dependencies([...Object.keys(own), ...Object.keys(optional)], found)
  }
  return found
}

const within = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => path.join(one.parentPath, one.name))

const manifest = JSON.parse(readFileSync(path.join(server, 'package.json'), 'utf8'))
const prebuilt = path.join('prebuilds', `${process.platform}-${process.arch}`)
const own = [...['assets', 'bin', 'dist', 'templates', prebuilt].flatMap((name) => within(path.join(server, name)))]
const carried = [
  path.join(server, 'package.json'),
  ...own.filter((file) => !file.endsWith('.map') && !file.endsWith('.musl.node')),
].map((file) => ({ file, name: path.relative(server, file) }))
const beside = [...dependencies(Object.keys(manifest.dependencies))]
  .flatMap((name) => within(path.join(modules, name)))
  .filter((file) => !/\.(?:d\.[cm]?ts|map|md)$/.test(file))
  .map((file) => ({ file, name: path.join('node_modules', path.relative(modules, file)) }))

let at = 0
const sorted = [...carried, ...beside].sort((one, other) => (one.name < other.name ? -1 : 1))
const files = sorted.map(({ file, name }) => {
  const start = at
  at += statSync(file).size
  return { name, start, end: at, mode: 0o600 }
})
const bytes = Buffer.concat(sorted.map(({ file }) => readFileSync(file)))
const sum = createHash('sha256').update(JSON.stringify(files)).update(bytes).digest('hex').slice(0, 32)

rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
const inTarget = (name) => path.join(target, name)
writeFileSync(inTarget('files'), bytes)
writeFileSync(inTarget('files.json'), JSON.stringify({ sum, files }))
writeFileSync(
  inTarget('sea.json'),
  JSON.stringify({
    main: path.join(server, 'single/main.cjs'),
    output: inTarget('blob'),
    disableExperimentalSEAWarning: true,
    assets: { files: inTarget('files'), 'files.json': inTarget('files.json') },
  }),
)
execFileSync(process.execPath, ['--experimental-sea-config', inTarget('sea.json')], { stdio: ['ignore', 'ignore', 'inherit'] })
// It bears its name once it is whole: what was left of a build that failed would be a plain Node.
copyFileSync(process.execPath, inTarget('unfinished'))
chmodSync(inTarget('unfinished'), 0o755)
const postject = createRequire(import.meta.url).resolve('postject/dist/cli.js')
const injection = [inTarget('unfinished'), 'NODE_SEA_BLOB', inTarget('blob'), '--sentinel-fuse', FUSE]
execFileSync(process.execPath, [postject, ...injection], { stdio: ['ignore', 'ignore', 'inherit'] })
renameSync(inTarget('unfinished'), inTarget('latchkey'))
for (const name of ['files', 'files.json', 'sea.json', 'blob']) rmSync(inTarget(name))
process.stdout.write(`${inTarget('latchkey')}: ${Math.round(statSync(inTarget('latchkey')).size / 1024 ** 2)} MB\n`)
