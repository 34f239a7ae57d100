import type { FastifyInstance, FastifyListenOptions } from 'fastify'
import { CannotListen } from '../kernel/cannot-listen.ts'

interface Place {
  readonly host: string
  readonly port: number
}

/** Resolves to the real address: port 0 is replaced by the one that the system chose. */
export async function listenApp(app: FastifyInstance, { host, port }: Place, handed?: number) {
  try {
    return await app.listen(handed === undefined ? { host, port } : listeningSocket(handed))
  } catch (error) {
    throw CannotListen.from(error, { host, port, setting: 'PORT' })
  }
}

/** The host is not used, but without one Fastify would listen on localhost as well. */
const listeningSocket = (fd: number): FastifyListenOptions & { readonly fd: number } => ({ fd, host: '127.0.0.1' })
