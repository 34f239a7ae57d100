import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const STOP_LIMIT_MS = 12_000
const TICK_MS = 10 // USER_HZ is 100 on every Linux that Node runs on

const running = new Set()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

export const pathOf = (name) => fileURLToPath(new URL(name, import.meta.url))

function track(child) {
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

/** A program of this folder in a process of its own that answers one task at a time. */
export function helper(name, env = process.env) {
  const child = track(fork(pathOf(name), { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }))
  let settle = () => undefined
  child.on('message', (answer) => settle(answer))
  child.on('exit', () => settle({ error: `${name} ended before it answered` }))
  return {
    pid: child.pid,
    async ask(task) {
      const answer = await new Promise((resolve) => {
        settle = resolve
        child.send(task)
      })
      if (answer.error) throw new Error(answer.error)
      return answer
    },
    stop: () => stop(child),
  }
}

/** The built service, as `latchkey start` runs it. */
export function spawnService(env, cwd) {
  const child = track(
    spawn(process.execPath, [pathOf('../bin/latchkey.js'), 'start'], { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] }),
  )
  return { pid: child.pid, hasEnded: () => child.exitCode !== null, stop: () => stop(child) }
}

async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const isGone = await Promise.race([ended.then(() => true), sleep(STOP_LIMIT_MS, false, { ref: false })])
  if (isGone) return
  child.kill('SIGKILL')
  await ended
}

const timesOf = (pid) => {
  const [, rest] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  return rest
    .split(' ')
    .slice(11, 15)
    .map((ticks) => Number(ticks) * TICK_MS)
}

/** Processor time that a process has used so far, all its threads together. */
export function cpuMs(pid) {
  const [user, system] = timesOf(pid)
  return user + system
}

/** The same of all processes that another has started, those that have ended by now too. */
export function childrenCpuMs(pid) {
  const [, , user, system] = timesOf(pid)
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? []
  const living = children.filter((child) => existsSync(`/proc/${child}`))
  return living.reduce((sum, child) => sum + cpuMs(child), user + system)
}

export const residentMib = (pid) => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024

export const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
