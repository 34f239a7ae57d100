import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { ToWorker } from './messages.ts'
import { tellParent } from './worker.ts'

/** The parent has the port. What it deals to this worker is answered as if the server listened by itself. */
export async function acceptDealt(app: FastifyInstance): Promise<void> {
  const { server } = app
  const open = new Set<Socket>()
  let onClose = (): void => undefined
  const take = (id: number, socket: Socket): void => {
    socket.on('error', () => undefined)
    open.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      onClose()
    })
    // Nothing is read before the parent is told: a connection of which something was read cannot go to another worker.
    tellParent({ kind: 'taken', id }, () => server.emit('connection', socket))
  }
  const allClosed = new Promise<void>((resolve) => {
    process.on('message', (message: ToWorker, socket?: Socket) => {
      if (message.kind === 'connection' && socket) take(message.id, socket)
      if (message.kind !== 'shut') return
      onClose = () => void (open.size === 0 && resolve())
      onClose()
    })
  })
  const close = server.close.bind(server)
  Object.assign(server, {
    // Node checks how long requests take where a server listens.
    listen: () => void setImmediate(() => server.emit('listening')),
    address: () => 'the parent',
    close(done?: (error?: Error) => void) {
      tellParent({ kind: 'shut' })
      void allClosed.then(() => close(done))
      return server
    },
  })
  await app.listen({ path: 'the parent' })
}
