import type { FastifyInstance } from 'fastify'
import { CannotListen } from '../kernel/cannot-listen.ts'

/** Resolves to the real address: port 0 is replaced by the one that the system chose. */
export async function listenApp(app: FastifyInstance, { host, port }: { readonly host: string; readonly port: number }) {
  try {
    return await app.listen({ host, port })
  } catch (error) {
    throw CannotListen.from(error, { host, port, setting: 'PORT' })
  }
}
