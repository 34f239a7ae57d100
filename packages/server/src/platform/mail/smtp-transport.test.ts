import { afterEach, expect, it } from 'vitest'
import { smtpInbox } from '../../../test/support/smtp-inbox.ts'
import { Secret } from '../kernel/secret.ts'
import { smtpTransport } from './smtp-transport.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function mailServer() {
  const inbox = await smtpInbox()
  const transport = smtpTransport(new Secret(inbox.url), 'Latchkey <no-reply@example.com>')
  cleanups.push(
    () => inbox.close(),
    () => transport.close(),
  )
  const send = (to: string, signal?: AbortSignal) =>
    transport.send({ id: to, to, subject: 'Hello', text: 'Hello', html: '<p>Hello' }, signal)
  return { inbox, send }
}

it('never sends a mail that was given up: neither one on its way nor one that waited for a connection', async () => {
  const { inbox, send } = await mailServer()
  inbox.treat('hangs in DATA')
  const onTheWay = new AbortController()
  const inLine = new AbortController()
  const hanging = ['a', 'b', 'c', 'd', 'e'].map((name) => send(`${name}@example.com`, onTheWay.signal))
  await expect.poll(() => inbox.offered.length).toBe(hanging.length)
  const waiting = ['f', 'g', 'h'].map((name) => send(`${name}@example.com`, inLine.signal))

  inLine.abort(new Error('given up in line'))
  const left = await Promise.allSettled(waiting)
  expect(left.map((each) => each.status === 'rejected' && each.reason.message)).toEqual(left.map(() => 'given up in line'))
  inbox.treat('accepts')
  onTheWay.abort(new Error('given up on the way'))
  const cut = await Promise.allSettled(hanging)
  expect(cut.map(({ status }) => status)).toEqual(cut.map(() => 'rejected'))

  // Through every connection: whatever was still waiting at one has gone by then.
  const later = ['v', 'w', 'x', 'y', 'z'].map((name) => `${name}@example.com`)
  await Promise.all(later.map((to) => send(to)))
  expect(inbox.mails.flatMap(({ recipients }) => recipients).sort()).toEqual(later)
})
