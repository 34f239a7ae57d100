import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { textField } from '../../../gate/views/fields.ts'

const Status = Type.Object({ status: textField('`ok`, or `ready`.') })

/** Liveness: says nothing about the database, so that an outage of the database does not restart this process. */
export const healthz = endpoint({
  route: 'GET /healthz',
  summary: 'Is the process alive',
  auth: 'none',
  limit: 'none',
  reply: Status,
  errors: [],

  handle: async () => ({ status: 'ok' }),
})

/** Readiness: a load balancer sends traffic elsewhere while this fails. */
export const readyz = endpoint({
  route: 'GET /readyz',
  summary: 'Can the service take requests',
  auth: 'none',
  limit: 'none',
  reply: Status,
  errors: ['not_ready'],

  async handle({ deps, fail }) {
    if (deps.isStopping()) throw fail('not_ready', { message: 'The service is stopping.' })
    if (!deps.sharedTime.isTrusted()) throw fail('not_ready', { message: 'The clock of this machine is wrong.' })
    await deps.readiness.check().catch((cause: unknown) => {
      throw fail('not_ready', { message: 'The database does not answer, or takes no writes.', cause })
    })
    return { status: 'ready' }
  },
})
