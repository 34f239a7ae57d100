import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

const bin = path.resolve(import.meta.dirname, '../bin/latchkey.js')

/** Its processor time and its highest resident size are the process's own word on its way out. A thread of it that ends earlier says nothing. */
export async function latchkey(args, env, cwd) {
  const report = `import { isMainThread } from 'node:worker_threads'
  if (isMainThread) process.on('exit', () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
    process.stderr.write(['used', maxRSS, userCPUTime + systemCPUTime].join(' ') + '\\n')
  })`
  const child = spawn(process.execPath, ['--import', `data:text/javascript,${encodeURIComponent(report)}`, bin, ...args], {
    ...{ cwd, env: { PATH: process.env.PATH, ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  })
  let [out, err] = ['', '']
  const begun = performance.now()
  child.stdout.on('data', (chunk) => (out += chunk))
  child.stderr.on('data', (chunk) => (err += chunk))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`latchkey ${args.join(' ')} ended with ${code}: ${out}${err}`)
  const [, kib, microseconds] = /used (\d+) (\d+)/.exec(err) ?? []
  const seconds = (performance.now() - begun) / 1000
  return { out, seconds, peakMiB: Math.round(Number(kib) / 1024), cpuSeconds: Number(microseconds) / 1e6 }
}
