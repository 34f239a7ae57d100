import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { CheckView, checkView, checkWithData } from '../../../gate/views/check-view.ts'
import { yesOrNo } from '../../../gate/views/fields.ts'

/** Public pages ask this on every load, so a visitor without a session is no error, and no session is refreshed. */
export const check = endpoint({
  route: 'GET /auth/check',
  summary: 'Who is signed in, if anybody',
  auth: 'optional',
  limit: 'general',
  isAskedByServers: true,
  ofCallerAlone: true,
  query: Type.Object({ data: yesOrNo('Whether to tell the values of declared fields as well.') }),
  reply: CheckView,
  errors: ['invalid_input'],

  async handle({ query, caller, deps: { config }, fail }) {
    if (query.data !== undefined && query.data !== 'true' && query.data !== 'false')
      throw fail('invalid_input', { message: 'data must be true or false.' })
    return query.data === 'true' ? checkWithData(config, caller) : checkView(caller)
  },
})
