import type { GateHooks } from '../../gate/hooks.ts'
import { appSessionsIn } from './tables/app-sessions.ts'

export const appsHooks: GateHooks = {
  sessionKept: (tx, sessionId) => appSessionsIn(tx).removeAllOf(sessionId),
  returnOrigins: ({ forwardAuth }) => forwardAuth.apps.map(({ origin }) => origin),
}
