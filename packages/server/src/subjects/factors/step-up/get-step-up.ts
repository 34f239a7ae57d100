import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { STEP_UP_METHODS } from '../../../gate/factors/elevation.ts'
import { elevatedUntil, stepUpMethodsOf } from '../../../gate/factors/step-up.ts'
import { elevationsIn } from '../../../gate/factors/tables/elevations.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'

export const getStepUp = endpoint({
  route: 'GET /auth/step-up',
  summary: 'Until when this session counts as freshly proved, and how to prove it again',
  auth: 'session',
  limit: 'general',
  reply: Type.Object({
    elevatedUntil: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
    methods: Type.Array(Type.String({ enum: [...STEP_UP_METHODS] })),
  }),
  errors: [],

  async handle({ caller, deps }) {
    const until = await elevatedUntil(deps, caller, await elevationsIn(deps.store).find(caller.session.id))
    return {
      elevatedUntil: until === undefined ? null : timestamp(until),
      methods: [...(await stepUpMethodsOf(deps.store, deps, caller))],
    }
  },
})
