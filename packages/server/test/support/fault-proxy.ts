import { connect, createServer, type Socket } from 'node:net'

/** To the server, or back from it. */
export type Direction = 'out' | 'back'

export interface Fault {
  /** A reset of both sides; a pause after which everything arrives; or silence on a line that stays open. */
  readonly kind: 'cut' | 'delay' | 'half-open'
  readonly direction: Direction
  /** At which packet, counted over all lines from now on. The first is 1. */
  readonly at: number
}

interface Line {
  readonly client: Socket
  readonly server: Socket
  /** Nothing goes this way any more, and neither side is told when the other leaves. */
  silent: Direction | undefined
}

/** Long enough to reorder everything that could be, and far below every time-out. */
const DELAY_MS = 60

export type FaultProxy = Awaited<ReturnType<typeof faultProxy>>

/** A TCP proxy that breaks one line at one packet, and passes on everything else. */
export async function faultProxy(target: number) {
  const lines = new Set<Line>()
  let armed: Fault | undefined
  let packets = 0
  let tellFired: () => void = () => undefined
  let isDeaf = false
  let isHushed = false

  const isDue = (direction: Direction): boolean => {
    if (!armed || armed.direction !== direction || ++packets !== armed.at) return false
    tellFired()
    return true
  }
  const carry = (line: Line, direction: Direction): void => {
    const [from, to] = direction === 'out' ? [line.client, line.server] : [line.server, line.client]
    from.on('data', (packet: Buffer) => {
      if (line.silent === direction) return
      const kind = isDue(direction) ? armed?.kind : undefined
      if (kind === 'cut') return end(line)
      if (kind === 'delay') return writeLate(packet, from, to)
      if (kind === 'half-open') line.silent = direction
      else to.write(packet)
    })
    from.on('error', () => undefined)
    from.on('close', () => {
      if (line.silent === undefined) end(line)
    })
  }
  const pause = (line: Line): void => {
    for (const socket of [line.client, line.server]) socket.pause()
  }
  const end = (line: Line): void => {
    lines.delete(line)
    for (const socket of [line.client, line.server]) if (!socket.destroyed) socket.resetAndDestroy()
  }

  const proxy = createServer({ noDelay: true }, (client) => {
    const line: Line = {
      client,
      server: connect({ port: target, host: '127.0.0.1', noDelay: true }),
      silent: isDeaf ? 'out' : undefined,
    }
    lines.add(line)
    carry(line, 'out')
    carry(line, 'back')
    if (isHushed) pause(line)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', () => resolve()))
  const address = proxy.address()

  return {
    port: typeof address === 'object' && address ? address.port : 0,
    /** Resolves when the fault has happened; perhaps never. */
    arm(fault: Fault): Promise<'fired'> {
      armed = fault
      packets = 0
      return new Promise((resolve) => {
        tellFired = () => resolve('fired')
      })
    },
    /** How many have gone that way since. */
    packets: () => packets,
    hasFired: () => armed !== undefined && packets >= armed.at,
    /** No fault any more, and lines that were silent are ended at last. */
    mend(): void {
      armed = undefined
      isDeaf = false
      for (const line of lines) if (line.silent !== undefined) end(line)
    },
    /** From now on nothing reaches the server, on no line, and nobody is told. */
    goDeaf(): void {
      isDeaf = true
      for (const line of lines) line.silent = 'out'
    },
    /** Nothing arrives, either way, until it speaks again: then all of it does. */
    hush(): void {
      isHushed = true
      for (const line of lines) pause(line)
    },
    speak(): void {
      isHushed = false
      for (const { client, server } of lines) for (const socket of [client, server]) socket.resume()
    },
    /** All lines at once, as when the server is restarted. */
    cutAll(): void {
      for (const line of lines) end(line)
    },
    async close(): Promise<void> {
      for (const line of lines) end(line)
      await new Promise<void>((resolve) => proxy.close(() => resolve()))
    },
  }
}

/** Whatever follows on the same way waits behind it. */
function writeLate(packet: Buffer, from: Socket, to: Socket): void {
  from.pause()
  setTimeout(() => {
    if (!to.destroyed) to.write(packet)
    from.resume()
  }, DELAY_MS)
}
