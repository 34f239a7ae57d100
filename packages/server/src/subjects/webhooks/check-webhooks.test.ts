import { describe, expect, it } from 'vitest'
import { written } from '../../../test/support/sealed.ts'
import { shell } from '../../../test/support/shell.ts'
import { toldEndpoint } from '../../../test/support/told-endpoint.ts'
import { tell } from '../../../test/support/webhook-receiver.ts'

async function examined() {
  const here = await toldEndpoint()
  const { latchkey } = shell({ DATABASE_URL: here.database.url })
  const said = async () =>
    (JSON.parse((await latchkey('doctor', '--json')).out) as { check: string; status: string; message: string }[])
      .filter(({ check }) => check === 'webhooks')
      .map(({ status, message }) => `${status} ${message}`)
  return { ...here, id: String(here.url.split('/').at(-1)), said }
}

describe('latchkey doctor', () => {
  it('says which webhook takes nothing, since when, and how much waits', async () => {
    const here = await examined()
    expect(await here.said()).toEqual(['ok 1'])
    here.receiver.answers((response) => response.writeHead(503).end())
    await written(here, 3)
    await tell(here)
    expect(await here.said()).toEqual([
      expect.stringMatching(
        new RegExp(`^warn ${here.id} has taken nothing since 2030-01-01T.+, of which 3 wait since 2030-01-01T.+: its page`),
      ),
    ])
    here.receiver.answers((response) => response.writeHead(204).end())
    await here.wait(6000)
    await here.wait(600_000)
    expect(await here.said()).toEqual(['ok 1'])
  })

  it('says how much waits for one that has not failed', async () => {
    const here = await examined()
    await here.sql(`INSERT INTO webhook_deliveries VALUES ('d', ?, 'e', 1, 'user.created', 1, 0, 1, 0, NULL, NULL, NULL)`, [
      here.id,
    ])
    expect(await here.said()).toEqual(['ok 1, 1 delivery waits, the oldest since 1970-01-01T00:00:00.001Z'])
  })

  it.each([
    ['gone', ['410']],
    ['unreachable', ['three days']],
    ['maker_without_power', ['makes it theirs']],
    ['by_administrator', []],
  ])('says of one that is disabled what to do, unless an administrator has done so: %s', async (reason, told) => {
    const here = await examined()
    await here.sql(`UPDATE webhooks SET disabled_at = 1, disabled_reason = ?`, [reason])
    await written(here, 1)
    await tell(here)
    const said = await here.said()
    expect(said).toEqual(told.length === 0 ? ['ok 1'] : told.map((text) => expect.stringContaining(text)))
    if (told.length > 0) expect(said[0]).toContain(`warn ${here.id} is disabled since 1970-01-01T`)
  })
})
