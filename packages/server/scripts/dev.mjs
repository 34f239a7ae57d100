import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, watch as watchFolder } from 'node:fs'
import path from 'node:path'
import { watch } from 'rolldown'
import { loadConfig } from 'rolldown/config'

/**
 * `npm run dev`: builds and serves, and does both again whenever a source, an asset or a template changes. A build that
 * fails leaves the service as it was. Told to end, it ends the service too; what follows `--` is handed to `latchkey dev`.
 */
const here = path.resolve(import.meta.dirname, '..')
const start = [path.join(here, 'bin/latchkey.js'), 'dev', ...process.argv.slice(2)]
/** Editors write a file in several steps. */
const SETTLE_MS = 100

let service
let isEnding = false
let turn = Promise.resolve()
let settling

/** One at a time, so that there are never two services after one port. */
const restart = () => {
  turn = turn.then(async () => {
    await end()
    if (!isEnding) service = spawn(process.execPath, start, { stdio: 'inherit' })
  })
}

async function end() {
  if (!service || service.exitCode !== null || service.signalCode !== null) return
  const ended = once(service, 'exit')
  service.kill('SIGTERM')
  await ended
}

const watcher = watch(await loadConfig(path.join(here, 'rolldown.config.ts')))
watcher.on('event', async (event) => {
  if (event.code === 'ERROR') process.stderr.write(`${event.error.message}\n`)
  if (event.code === 'BUNDLE_END') restart()
  if ('result' in event) await event.result.close()
})

// The service reads these by itself, each file once; they are not in the bundle. Templates are in a folder for each language.
const languages = readdirSync(path.join(here, 'templates'), { withFileTypes: true }).filter((one) => one.isDirectory())
const folders = ['assets', 'assets/css', 'templates', ...languages.map(({ name }) => `templates/${name}`)].map((folder) =>
  watchFolder(path.join(here, folder), () => {
    clearTimeout(settling)
    settling = setTimeout(restart, SETTLE_MS)
  }),
)

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, async () => {
    if (isEnding) return service?.kill('SIGKILL') // asked twice
    isEnding = true
    clearTimeout(settling)
    for (const folder of folders) folder.close()
    await Promise.all([watcher.close(), turn.then(end)])
    process.exit(0)
  })
// However this process ends, short of being killed, it is not outlived.
process.on('exit', () => service?.kill('SIGKILL'))
