import { expect, it } from 'vitest'
import { inTime } from '../../../../test/support/in-time.ts'
import { seal, written } from '../../../../test/support/sealed.ts'
import { toldEndpoint } from '../../../../test/support/told-endpoint.ts'

/** Less than the time that an endpoint has, by what timers are early and late. */
const ABOUT_15_S = 14_500

it('an endpoint that hangs in one answer, and drips in another, is told others meanwhile, and has 15 seconds for each', async () => {
  const { receiver, root, url, ...here } = await toldEndpoint()
  let isFirst = true
  receiver.answers((response, { event }) => {
    if (event.type === 'webhook.test') {
      const { socket } = response.req
      socket.write('HTTP/1.1 200 OK\r\n')
      const drip = setInterval(() => socket.write('x: y\r\n'), 500)
      socket.once('close', () => clearInterval(drip))
    } else if (isFirst) isFirst = false
    else response.writeHead(204).end()
  })
  const come = async (name: string, events: number) => {
    await written(here, events, name)
    await seal(here)
    await here.purge.run()
  }
  await come('hangs', 1)
  await expect.poll(() => receiver.received.length, inTime).toBe(1)
  const test = root.post(`${url}/test`)
  await come('meanwhile', 6)
  await expect.poll(() => receiver.received.length, inTime).toBe(8)
  const { body } = await test
  expect([body.outcome, body.status, body.ms > ABOUT_15_S]).toEqual(['timeout', undefined, true])
  await here.idle()
  const [hung] = (await here.deliveries()).filter(({ eventId }: { eventId: string }) => eventId === 'hangs-0')
  expect([hung.status, hung.outcome, hung.ms > ABOUT_15_S, hung.attempts]).toEqual(['open', 'timeout', true, 1])
  expect(receiver.received).toHaveLength(8)
})
