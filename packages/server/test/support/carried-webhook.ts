import { expect } from 'vitest'
import { written } from './sealed.ts'
import { toldEndpoint } from './told-endpoint.ts'
import { RECEIVERS, tell } from './webhook-receiver.ts'
import { world } from './world.ts'

const MINUTE = 60_000

/** A webhook with one event that its server has taken and one that it has not, to be carried to another database. */
export async function carriedWebhook(databaseUrl?: string) {
  const here = await toldEndpoint(['*'], {}, databaseUrl)
  const { receiver } = here
  await written(here, 1, 'done')
  await tell(here)
  receiver.answers((response) => response.writeHead(503).end())
  await written(here, 1, 'open')
  await tell(here)
  receiver.answers((response) => response.writeHead(204).end())
  receiver.received.length = 0
  return {
    ...here,
    /** There it is told what was open, under the same id and signed by the same secret, and nothing once more. */
    async expectToldAt(url: string): Promise<void> {
      const there = await world({ databaseUrl: url, env: RECEIVERS })
      there.clock.advance(MINUTE)
      await tell(there)
      const told = receiver.received.filter(({ headers }) => /^(?:done|open)/.test(String(headers['webhook-id'])))
      expect(told.map(({ headers }) => headers['webhook-id'])).toEqual(['open-0'])
      here.clock.advance(MINUTE)
      expect(await here.verified(told[0])).toBe('verified')
    },
  }
}
