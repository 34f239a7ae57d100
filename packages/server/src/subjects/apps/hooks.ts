import type { GateHooks } from '../../gate/hooks.ts'
import { appSessionsIn } from './tables/app-sessions.ts'

export const appsHooks: GateHooks = {
  sessionKept: (tx, sessionId) => appSessionsIn(tx).removeAllOf(sessionId),
  sessionReplaced: (tx, oldId, newId) => appSessionsIn(tx).moveAll(oldId, newId),
  returnOrigins: ({ forwardAuth }) => forwardAuth.apps.map(({ origin }) => origin),
}
