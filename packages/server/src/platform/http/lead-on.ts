import type { FastifyReply } from 'fastify'
import { type Mount, servedPath } from '../kernel/own-path.ts'

export const leadOn = (reply: FastifyReply, at: Mount, location: string, status: 303 | 307 = 303): FastifyReply =>
  reply.redirect(servedPath(at, location), status)
