import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

type Direction = 'out' | 'back'

interface Line {
  readonly client: Socket
  readonly server: Socket
}

/** As a process names its connection for leases when it opens it. */
const NAME = 'latchkey session cache'
const NOTIFICATION = 'A'.charCodeAt(0)

export type LeaseLine = Awaited<ReturnType<typeof leaseLine>>

/**
 * A way to the database that breaks the connection on which a process holds its lease, and no other. Nobody is told: a line
 * that is swallowed stays open, and one that is late arrives in order.
 */
export async function leaseLine(databaseUrl: string) {
  const url = new URL(databaseUrl)
  const target = Number(url.port)
  const leases = new Set<Line>()
  const all = new Set<Line>()
  const broken = { swallowed: new Set<Direction>(), lateMs: 0, isSilent: false }
  let lost = 0
  let statements: string[] = []
  let tellStatement: () => void = () => undefined

  const carryOut = (line: Line, packet: Buffer): void => {
    if (packet.includes(NAME)) leases.add(line)
    if (leases.has(line)) {
      if (broken.swallowed.has('out')) return
      statements.push(packet.toString('latin1'))
      tellStatement()
    }
    line.server.write(packet)
  }
  const carryBack = (line: Line, unframe: (packet: Buffer) => Buffer, packet: Buffer): void => {
    if (!leases.has(line)) return void line.client.write(packet)
    if (broken.swallowed.has('back')) return
    const left = broken.isSilent ? unframe(packet) : packet
    if (broken.lateMs === 0) return void line.client.write(left)
    setTimeout(() => line.client.destroyed || broken.swallowed.has('back') || line.client.write(left), broken.lateMs)
  }
  const proxy = createServer({ noDelay: true }, (client) => {
    const line: Line = { client, server: connect({ port: target, host: url.hostname, noDelay: true }) }
    all.add(line)
    const unframe = withoutNotifications(() => lost++)
    client.on('data', (packet: Buffer) => carryOut(line, packet))
    line.server.on('data', (packet: Buffer) => carryBack(line, unframe, packet))
    for (const socket of [client, line.server]) {
      socket.on('error', () => undefined)
      socket.on('close', () => end(line))
    }
  })
  const end = (line: Line): void => {
    all.delete(line)
    leases.delete(line)
    for (const socket of [line.client, line.server]) if (!socket.destroyed) socket.resetAndDestroy()
  }
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', () => resolve()))
  const address = proxy.address()
  url.port = String(typeof address === 'object' && address ? address.port : 0)
  onTestFinished(async () => {
    for (const line of all) end(line)
    await new Promise<void>((resolve) => proxy.close(() => resolve()))
  })

  return {
    url: url.href,
    cut(): void {
      for (const line of leases) end(line)
    },
    /** Bytes are taken and lead nowhere, this way or that. */
    swallow(...directions: readonly Direction[]): void {
      for (const direction of directions) broken.swallowed.add(direction)
    },
    /** The server's answers arrive so much later. */
    delay(ms: number): void {
      broken.lateMs = ms
    },
    /** Notifications get lost, and everything else arrives. Before the process is started. */
    silence(): void {
      broken.isSilent = true
    },
    lostNotifications: () => lost,
    mend(): void {
      broken.swallowed.clear()
      broken.lateMs = 0
    },
    /** Resolves when statements with these words have gone out, in this order. */
    async sent(...words: readonly string[]): Promise<void> {
      for (const word of words) {
        statements = []
        const isSent = () => statements.some((text) => text.includes(word))
        while (!isSent()) {
          await new Promise<void>((resolve) => {
            tellStatement = resolve
          })
        }
      }
    },
  }
}

/** Messages of the server are a letter, a length and so many bytes; a packet may end in the middle of one. */
function withoutNotifications(onLost: () => void): (packet: Buffer) => Buffer {
  let rest = Buffer.alloc(0)
  return (packet) => {
    rest = Buffer.concat([rest, packet])
    const kept: Buffer[] = []
    while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
      const length = 1 + rest.readUInt32BE(1)
      if (rest[0] === NOTIFICATION) onLost()
      else kept.push(rest.subarray(0, length))
      rest = rest.subarray(length)
    }
    return Buffer.concat(kept)
  }
}
