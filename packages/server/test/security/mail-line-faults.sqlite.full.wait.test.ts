import { describe, expect, it } from 'vitest'
import type { FlowName } from '../support/fault-flows.ts'
import type { Direction, Fault } from '../support/fault-proxy.ts'
import { type BrokenSite, brokenSite, endWaits, faultRound, isLongForm } from '../support/fault-round.ts'

const MINUTE = 60_000
const MANY = 60

/** Whoever registers is mailed a code first; the others mail one later, or in the background. */
const flows: readonly { readonly name: FlowName; readonly env?: Record<string, string> }[] = [
  { name: 'register', env: { REQUIRE_EMAIL_VERIFICATION: 'true' } },
  { name: 'forgot password' },
  { name: 'challenge' },
  ...(isLongForm ? (['verification mail', 'invite', 'change password'] as const).map((name) => ({ name })) : []),
]
const directions: readonly Direction[] = ['out', 'back']

/** A mail that was not taken back leaves in the end. */
async function expectNothingStuck(site: BrokenSite, about: string): Promise<void> {
  await endWaits(site)
  site.here.clock.advance(MINUTE)
  site.here.outbox.wake()
  await site.here.outbox.idle()
  expect(await site.sql(`SELECT kind, attempts FROM outbox WHERE done_at IS NULL`), about).toEqual([])
}

async function round(site: BrokenSite, name: FlowName, fault: Fault): Promise<boolean> {
  const hasFired = await faultRound(site, name, fault)
  await expectNothingStuck(site, `${name}: ${fault.kind} at packet ${fault.at} ${fault.direction}`)
  return hasFired
}

/** One packet after the other, until a run is over before the fault. */
async function everyPacket(name: FlowName, env: Record<string, string>, kind: Fault['kind'], direction: Direction) {
  const site = await brokenSite('mail', env)
  for (let at = 1; at < MANY; at++) if (!(await round(site, name, { kind, direction, at }))) return at - 1
  throw new Error(`${name} never ends`)
}

/** All packets at once, each with a service of its own: a delivery is given up after ten real seconds. */
async function everySilence(name: FlowName, env: Record<string, string>, direction: Direction): Promise<number> {
  const fired = await Promise.all(
    Array.from({ length: 10 }, async (_, n) =>
      round(await brokenSite('mail', env), name, { kind: 'half-open', direction, at: n + 1 }),
    ),
  )
  return fired.filter(Boolean).length
}

describe('a connection to the mail server that is broken at the nth packet', () => {
  it.each(flows)('leaves nothing half-done, and no mail behind: $name', { timeout: 300_000 }, async ({ name, env = {} }) => {
    const faults = await Promise.all(
      directions.flatMap((direction) => [
        everyPacket(name, env, 'cut', direction),
        everyPacket(name, env, 'delay', direction),
        // The two silences that matter most, at the greeting and in DATA, have a test of their own in every run.
        ...(isLongForm ? [everySilence(name, env, direction)] : []),
      ]),
    )
    expect(Math.min(...faults)).toBeGreaterThan(0)
    if (isLongForm) process.stdout.write(`${name}: ${faults.reduce((sum, one) => sum + one)} faults\n`)
  })
})
