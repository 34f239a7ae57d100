import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { SMTPServer } from 'smtp-server'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ownCertificate } from '../../../test/support/own-certificate.ts'
import { migratedShell } from '../../../test/support/shell.ts'
import type { Finding } from '../../platform/commands/finding.ts'
import { DAY_MS } from '../../platform/kernel/clock.ts'
import { operatorsAddresses } from '../../platform/outgoing/addresses-of.ts'
import { certificateOf } from '../../platform/outgoing/certificate.ts'
import { checkCertificates } from './check-certificates.ts'

async function listening(server: Server): Promise<number> {
  await once(server.listen(0, 'localhost'), 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** A server with a certificate of 30 days, and all that it was sent within TLS. */
async function secured() {
  const sent: string[] = []
  let connections = 0
  const server = createTlsServer(ownCertificate(30), (socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (data) => sent.push(String(data)))
  })
  server.on('connection', () => connections++)
  const port = await listening(server)
  return { port, sent, connections: () => connections }
}

async function told(urls: readonly string[], inDays: number): Promise<readonly string[]> {
  const found: string[] = []
  const called = urls.map((url, at) => ({ what: `no. ${at}`, url: new URL(url), addresses: operatorsAddresses }))
  for await (const { status, message } of checkCertificates(called, Date.now() + inDays * DAY_MS))
    found.push(`${status} ${message}`)
  return found
}

describe('latchkey doctor, of certificates', () => {
  it('says when one ends from 14 days before, and when it is over, and sends nothing', async () => {
    const { port, sent, connections } = await secured()
    const url = `https://localhost:${port}/in?token=canary`
    const distrust = `warn no. 0 (localhost:${port}): its certificate is not trusted on this machine: DEPTH_ZERO_SELF_SIGNED_CERT`
    expect(await told([url], 15)).toEqual([distrust])
    const ends = await told([url], 17)
    expect(ends).toEqual([
      expect.stringMatching(/^warn no. 0 \(localhost:\d+\): its certificate ends 20\d\d-.+: renew it$/),
      distrust,
    ])
    const over = expect.stringMatching(/^fail no. 0 \(localhost:\d+\): its certificate is over since 20\d\d-.+: renew it$/)
    expect(await told([url, url], 31)).toEqual([over, distrust])
    expect([sent, connections()]).toEqual([[], 3])
  })

  it('looks at that of a mail server, which is asked for TLS and told no password', async () => {
    let signIns = 0
    const options = { authOptional: true, onAuth: () => void signIns++, logger: false } as const
    const port = await listening(new SMTPServer({ ...options, ...ownCertificate(30) }).server)
    const plain = await listening(new SMTPServer({ ...options, disabledCommands: ['STARTTLS'] }).server)
    const over = expect.stringMatching(/^fail no. 0 \(localhost:\d+\): its certificate is over/)
    expect(await told([`smtp://ada:canary@localhost:${port}`, `smtp://ada:canary@localhost:${plain}`], 31)).toEqual([
      over,
      expect.stringContaining('not trusted'),
    ])
    expect(signIns).toBe(0)
  })

  it('names what cannot be read, and looks at 20 hosts at most', async () => {
    const garbled = await listening(createServer((socket) => socket.on('error', () => undefined).end('220 hello\r\n')))
    const urls = [`https://localhost:${garbled}`, ...Array.from({ length: 20 }, (_, n) => `https://127.0.0.1:${n + 1}`)]
    const found = await told(urls, 0)
    expect(found).toHaveLength(21)
    expect(found[0]).toMatch(/^warn no. 0 \(localhost:\d+\): its certificate cannot be read: /)
    expect(found[1]).toBe('warn no. 1 (127.0.0.1:1): its certificate cannot be read: connect ECONNREFUSED 127.0.0.1:1')
    expect(found[20]).toBe('ok of 21 hosts the first 20 were looked at')
    expect(await told([], 0)).toEqual(['ok there is none to look at'])
  })

  it('of our own address, of providers, of applications and of webhooks, and of these where they may lead alone', async () => {
    const [own, provider, app, hook, forbidden] = await Promise.all([secured(), secured(), secured(), secured(), secured()])
    const { latchkey, sql } = await migratedShell({
      ...{ PUBLIC_URL: `https://localhost:${own.port}`, WEBHOOK_ALLOWED_HOSTS: 'localhost' },
      ...{
        OAUTH_CORP_ISSUER: `https://localhost:${provider.port}`,
        OAUTH_CORP_CLIENT_ID: 'id',
        OAUTH_CORP_CLIENT_SECRET: 'canary',
      },
    })
    for (const [id, url] of [
      ['allowed', `https://localhost:${hook.port}/canary`],
      ['forbidden', `https://127.0.0.1:${forbidden.port}/`],
    ])
      await sql(
        `INSERT INTO webhooks (id, url, types, secret, created_at, updated_at, cursor, checkpoint_cursor, paused_until)
         VALUES (?, ?, '["*"]', 'sealed', 1, 1, 0, 0, 0)`,
        [String(id), String(url)],
      )
    await sql(
      `INSERT INTO oidc_clients VALUES ('board', 'Board', 'web', NULL, '[]', '[]', ?, 0, 1, 0, 0, 0, '[]', '[]', '{}', 0, 'RS256', NULL, 1, 1,
         NULL, NULL, NULL, NULL, NULL, NULL)`,
      [`https://localhost:${app.port}/canary`],
    )
    const { out } = await latchkey('doctor', '--json')
    const certificates = (JSON.parse(out) as Finding[]).filter(({ check }) => check === 'certificates')
    const distrusted = (what: string) => expect.stringContaining(`${what}): its certificate is not trusted on this machine`)
    expect(certificates.map(({ message }) => message)).toEqual([
      distrusted(`PUBLIC_URL (localhost:${own.port}`),
      distrusted(`the provider corp (localhost:${provider.port}`),
      distrusted(`application board (localhost:${app.port}`),
      distrusted(`webhook allowed (localhost:${hook.port}`),
    ])
    expect(forbidden.connections()).toBe(0)
    expect(out).not.toContain('canary')
  })

  it.each(['https', 'smtps', 'smtp'])('gives a server up that says nothing, by %s', async (scheme) => {
    const sockets: Socket[] = []
    const port = await listening(createServer((socket) => void sockets.push(socket.resume().on('error', () => undefined))))
    const called = { what: '', url: new URL(`${scheme}://localhost:${port}`), addresses: operatorsAddresses }
    await expect(certificateOf(called, AbortSignal.timeout(50))).rejects.toThrow()
    await expect.poll(() => sockets.every(({ destroyed, readableEnded }) => destroyed || readableEnded)).toBe(true)
  })

  it('does not wait for a mail server that hangs up, nor for one that refuses us', async () => {
    const unlimited = new AbortController().signal
    const look = async (first: string) => {
      const port = await listening(createServer((socket) => void socket.on('error', () => undefined).end(first)))
      return certificateOf({ what: '', url: new URL(`smtp://localhost:${port}`), addresses: operatorsAddresses }, unlimited)
    }
    await expect(look('220 hello\r\n')).rejects.toThrow('the connection was closed')
    expect(await look('421 come back later\r\n')).toBeUndefined()
  })

  it('waits for no name server longer than for the rest', async () => {
    const called = {
      what: '',
      url: new URL('https://localhost'),
      addresses: () => new Promise<readonly string[]>(() => undefined),
    }
    await expect(certificateOf(called, AbortSignal.timeout(50))).rejects.toThrow()
  })
})
