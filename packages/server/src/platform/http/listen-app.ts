import type { FastifyInstance } from 'fastify'
import { CannotListen } from '../kernel/cannot-listen.ts'

/** Starts accepting. Resolves to the address it really listens on. */
export async function listenApp(app: FastifyInstance, { host, port }: { readonly host: string; readonly port: number }) {
  try {
    return await app.listen({ host, port })
  } catch (error) {
    throw CannotListen.from(error, { host, port, setting: 'PORT' })
  }
}
