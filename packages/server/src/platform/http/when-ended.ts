import type { FastifyReply, FastifyRequest } from 'fastify'

/** Calls back when the answer is out or its connection has ended before, maybe more than once. */
export function whenEnded(
  { raw: incoming }: Pick<FastifyRequest, 'raw'>,
  { raw }: Pick<FastifyReply, 'raw'>,
  end: () => void,
): void {
  raw.once('close', end)
  // An answer that waits behind another is not told that the connection has ended; its request is.
  incoming.once('close', () => incoming.socket.destroyed && end())
  if (raw.closed || incoming.socket.destroyed) end()
}
