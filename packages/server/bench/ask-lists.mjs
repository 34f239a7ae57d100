import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAdministrator, signInAdministrator } from './administrator.mjs'
import { cpuMs, pathOf } from './children.mjs'
import { openDatabase } from './database.mjs'
import { startService } from './service.mjs'
import { median } from './statistics.mjs'

const SAMPLES = 200
/** What takes long is asked less often. */
const ENOUGH_MS = 5000
const HOLD_SAMPLES = 5

/** A service with an administrator on a database that `load` has filled, for as long as `work` asks it. */
export async function withService(kind, load, work, env = {}) {
  const database = await openDatabase(kind)
  let service
  try {
    createAdministrator(database)
    await load(database)
    const holdsFile = path.join(database.directory, 'holds')
    const watch = `--require ${pathOf('watch-holds.cjs')}`
    service = await startService(database, {
      DISABLE_ADMIN_TWO_FACTOR: 'true',
      NODE_OPTIONS: watch,
      HOLDS_FILE: holdsFile,
      ...env,
    })
    const cookie = await signInAdministrator(service)
    return await work({ service, database, cookie, holdsFile })
  } finally {
    await service?.stop()
    await database.close()
  }
}

async function ask({ service, cookie }, address) {
  const reply = await fetch(`${service.url}${address}`, { headers: { cookie } })
  const text = await reply.text()
  if (reply.status !== 200) throw new Error(`${address} answered ${reply.status}: ${text}`)
  return text
}

/** The address of a page that lies so many behind this one, or of the last there is. */
async function pagesOn(world, address, count) {
  let there = address
  for (let page = 0; page < count; page++) {
    const { next } = JSON.parse(await ask(world, there))
    if (next === undefined) return there
    there = `${address}&after=${next}`
  }
  return there
}

/**
 * The median, the processor time of service and database for one request, which other work distorts less, and how long the
 * event loop was held at most.
 */
async function timed(world, address) {
  const used = () => cpuMs(world.service.pid) + world.database.cpuMs()
  const samples = []
  const startedAt = performance.now()
  const usedBefore = used()
  while (samples.length < SAMPLES && (samples.length < 5 || performance.now() - startedAt < ENOUGH_MS)) {
    const before = performance.now()
    await ask(world, address)
    samples.push(performance.now() - before)
  }
  const usedPerRequest = (used() - usedBefore) / samples.length
  return { taken: median(samples.slice(samples.length / 10)), used: usedPerRequest, held: await longestHold(world, address) }
}

/** Each question in turn: its address, or an address and how many pages behind it. */
export async function figuresOf(world, questions) {
  const figures = {}
  for (const [name, question] of Object.entries(questions)) {
    const [address, pages] = [question].flat()
    const there = await pagesOn(world, address, pages ?? 0)
    await ask(world, there)
    figures[name] = await timed(world, there)
  }
  return figures
}

/** Few beside many, as performance.md has it. */
export function printTable(database, sizes, what, [few, many]) {
  console.log(
    `| ${database} | ${sizes.map((size) => `${size.toLocaleString('en')} ${what}`).join(' | ')} | processor time | longest hold |`,
  )
  console.log('| --- | --- | --- | --- | --- |')
  for (const [name, { taken, used, held }] of Object.entries(many))
    console.log(`| ${name} | ${ms(few[name].taken)} | ${ms(taken)} | ${ms(used)} | ${ms(held)} |`)
}

async function longestHold(world, address) {
  rmSync(world.holdsFile, { force: true })
  process.kill(world.service.pid, 'SIGUSR2')
  for (let sample = 0; sample < HOLD_SAMPLES; sample++) await ask(world, address)
  process.kill(world.service.pid, 'SIGUSR2')
  while (!existsSync(world.holdsFile)) await sleep(5)
  await sleep(5)
  return Number(readFileSync(world.holdsFile, 'utf8'))
}

const ms = (value) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`
