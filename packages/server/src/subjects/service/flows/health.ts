import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { textField } from '../../../gate/views/fields.ts'
import { isOperator } from '../../../platform/http/operator-token.ts'
import { hideSecrets } from '../../../platform/logging/hide-secrets.ts'
import { reasonOf } from '../../../platform/store/reason-of.ts'
import { firstUnready, look, PARTS } from '../steps/parts-of-readiness.ts'

const Part = Type.Object({
  part: textField('`process`, `clock` or `database`.'),
  ready: Type.Boolean({ description: 'Whether it is ready.' }),
  reason: Type.Optional(textField('Why it is not.')),
})

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

const Ready = Type.Object({
  ...Status.properties,
  parts: Type.Optional(Type.Array(Part, { description: 'What readiness is made of, for who sends `READYZ_TOKEN`.' })),
})

/**
 * Readiness: a load balancer sends traffic elsewhere while this fails. Strangers are told no more than that, and who sends the operator's token
 * of every part, also of those behind the first that fails.
 */
export const readyz = endpoint({
  route: 'GET /readyz',
  summary: 'Can the service take requests',
  auth: 'none',
  limit: 'none',
  reply: Ready,
  errors: ['not_ready'],

  async handle({ deps, authorization, fail }) {
    if (!isOperator(authorization, deps.config.server.readyzToken)) {
      const failed = await firstUnready(deps)
      if (failed) throw fail('not_ready', failed)
      return { status: 'ready' }
    }
    const looked = await Promise.all(PARTS.map((part) => look(part, deps)))
    const failed = looked.find(({ problem }) => problem)?.problem
    const hide = hideSecrets(deps.config)
    const parts = looked.map(({ name, problem }) => ({
      ...{ part: name, ready: problem === undefined },
      ...(problem && { reason: hide(reasonOf(problem.cause ?? problem)) }),
    }))
    if (failed) throw fail('not_ready', { ...failed, beside: { parts } })
    return { status: 'ready', parts }
  },
})
