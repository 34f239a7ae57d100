import { connect } from 'node:net'

/** Longer than any answer takes on a busy machine: whoever is still waiting then would wait for ever. */
const PATIENCE_MS = 60_000

export interface RawAnswer {
  readonly text: string
  /** Of every answer that came, in order. */
  readonly statuses: readonly number[]
}

const statusesOf = (text: string): number[] => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))

/** Sends bytes as they are, and returns all that comes back until the server closes. Fails when it does not. */
export const sendRaw = (port: number, bytes: string | Buffer, localAddress = '127.0.0.1'): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    let text = ''
    const socket = connect({ port, host: '127.0.0.1', localAddress }, () => socket.write(bytes))
    socket.setTimeout(PATIENCE_MS, () => {
      reject(new Error(`no end after ${JSON.stringify(text)}`))
      socket.destroy()
    })
    socket.on('data', (chunk) => (text += chunk.toString('latin1')))
    // The server may close while we still send.
    socket.on('error', () => undefined)
    socket.on('close', () => resolve({ text, statuses: statusesOf(text) }))
  })

/** Writes one thing over and over until the server closes, or `most` bytes have left. Says how many did. */
export const sendEndlessly = (port: number, head: string, piece: Buffer, most: number): Promise<RawAnswer & { sent: number }> =>
  new Promise((resolve) => {
    let [text, sent] = ['', 0]
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(head)
      more()
    })
    const more = (): void => {
      while (sent < most && !socket.destroyed) {
        sent += piece.length
        if (!socket.write(piece)) return void socket.once('drain', more)
      }
      socket.destroy()
    }
    socket.on('data', (chunk) => (text += chunk.toString('latin1')))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve({ text, sent, statuses: statusesOf(text) }))
  })
