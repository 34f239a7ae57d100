import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { STEP_UP_METHODS } from '../../../gate/factors/second-factors.ts'
import { elevatedUntil, stepUpMethodsOf } from '../../../gate/factors/step-up.ts'
import { elevationsIn } from '../../../gate/factors/tables/elevations.ts'
import { listOf, timeOrNull, timeOrNullField } from '../../../gate/views/fields.ts'

export const getStepUp = endpoint({
  route: 'GET /auth/step-up',
  summary: 'Until when this session counts as freshly proved, and how to prove it again',
  auth: 'session',
  limit: 'general',
  reply: Type.Object({
    elevatedUntil: timeOrNullField('Until when the session counts as freshly proved; null where it does not.'),
    methods: listOf(Type.String({ enum: [...STEP_UP_METHODS] }), 'How it can be proved again.'),
  }),
  errors: [],

  async handle({ caller, deps }) {
    const until = await elevatedUntil(deps, caller, await elevationsIn(deps.store).find(caller.session.id))
    return { elevatedUntil: timeOrNull(until), methods: [...(await stepUpMethodsOf(deps.store, deps, caller))] }
  },
})
