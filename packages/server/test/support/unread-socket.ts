import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export interface UnreadSocket {
  readonly socket: Socket
  isClosed(): boolean
}

/** A client that sends what it has to send and reads only when it is told to. Gone with the test. */
export async function unreadSocket(port: number, bytes = ''): Promise<UnreadSocket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }) // it does not leave because the server does
  let isClosed = false
  socket.on('error', () => undefined)
  socket.on('close', () => {
    isClosed = true
  })
  socket.pause()
  onTestFinished(() => void socket.destroy())
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
  if (bytes.length > 0) socket.write(bytes)
  return { socket, isClosed: () => isClosed }
}

/** Clients that pipeline without reading, each anew as soon as it is cut off, until they are told to end. */
export function unreadFlood(port: number, clients: number, bytes: string) {
  let [isOver, opened] = [false, 0]
  const sockets = new Set<Socket>()
  const piece = Buffer.from(bytes)
  const flood = async (): Promise<void> => {
    while (!isOver) {
      const socket = connect({ port, host: '127.0.0.1' })
      opened++
      sockets.add(socket)
      socket.pause()
      const more = (): void => {
        while (!socket.destroyed && socket.write(piece)) if (socket.writableLength > 1_000_000) return
      }
      socket
        .on('connect', more)
        .on('drain', more)
        .on('error', () => undefined)
      await new Promise<void>((resolve) => socket.once('close', () => resolve()))
      sockets.delete(socket)
      await new Promise((resolve) => setTimeout(resolve, 50)) // as fast as a network lets somebody come back
    }
  }
  const running = Promise.all(Array.from({ length: clients }, flood))
  return {
    opened: () => opened,
    async end(): Promise<void> {
      isOver = true
      for (const socket of sockets) socket.destroy()
      await running
    },
  }
}
