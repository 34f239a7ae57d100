import { describe, expect, it } from 'vitest'
import { type FlowName, faultFlows } from '../support/fault-flows.ts'
import type { Direction, Fault } from '../support/fault-proxy.ts'
import { brokenSite, faultRound, isLongForm, stride } from '../support/fault-round.ts'

/** In `npm test` those that differ most: a plain insert, a slow hash before it, a code that is spent, a chain of rows. */
const flows: readonly FlowName[] = isLongForm
  ? (Object.keys(faultFlows) as FlowName[])
  : ['refresh', 'reset password', 'invite register']
/** Most of a round is waiting, so some flows wait together. */
const TOGETHER = 3
const groups = flows.flatMap((_, n) => (n % TOGETHER === 0 ? [{ names: flows.slice(n, n + TOGETHER) }] : []))
const directions: readonly Direction[] = ['out', 'back']
/** A round of silence waits for a time-out, so not every packet has its turn. */
const strides: Readonly<Record<Fault['kind'], number>> = {
  cut: stride({ short: 5, full: 2 }),
  delay: stride({ short: 17, full: 7 }),
  'half-open': stride({ short: 17, full: 7 }),
}
const MANY = 200

/** Every packet of a flow in turn, until one run is over before the fault. */
async function everyPacket(name: FlowName, kind: Fault['kind'], direction: Direction): Promise<number> {
  const site = await brokenSite('database')
  for (let at = 1, faults = 0; at < MANY; at += strides[kind], faults++) {
    if (!(await faultRound(site, name, { kind, direction, at }))) return faults
  }
  throw new Error(`${name} never ends`)
}

describe('a connection to the database that is broken at the nth packet', () => {
  it.each(groups)(
    'loses nothing that was acknowledged and leaves nothing half-done: $names',
    { timeout: 900_000 },
    async ({ names }) => {
      const rounds = names.flatMap((name) =>
        (['cut', 'delay', 'half-open'] as const).flatMap((kind) =>
          directions.map(async (direction) => everyPacket(name, kind, direction)),
        ),
      )
      const faults = await Promise.all(rounds)
      expect(Math.min(...faults)).toBeGreaterThan(0)
      if (isLongForm) process.stdout.write(`${names}: ${faults.reduce((sum, one) => sum + one)} faults\n`)
    },
  )

  it('is survived while a connection is being opened, too', async () => {
    const faults = (['cut', 'half-open'] as const).flatMap((kind) =>
      directions.flatMap((direction) => [1, 2].map((at) => ({ kind, direction, at }))),
    )
    const rounds = faults.map(async (fault) => faultRound(await brokenSite('database'), 'login', fault, true))
    expect(await Promise.all(rounds)).toEqual(faults.map(() => true))
  })
})
