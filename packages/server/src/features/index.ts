import type { AnyEndpoint } from '../kernel/endpoint.ts'
import { check } from './account/check.ts'
import { login } from './account/login.ts'
import { me } from './account/me.ts'
import { register } from './account/register.ts'
import { rename } from './account/rename.ts'
import { healthz, readyz } from './service/health.ts'
import { csrfToken } from './session/csrf-token.ts'
import { endChosenSessions } from './session/end-chosen-sessions.ts'
import { endOtherSessions } from './session/end-other-sessions.ts'
import { endSession } from './session/end-session.ts'
import { listSessions } from './session/list-sessions.ts'
import { logout } from './session/logout.ts'
import { refresh } from './session/refresh.ts'

/** Every route of the service, in reading order. HTTP, OpenAPI and the reference page are derived from it. */
export const endpoints: readonly AnyEndpoint[] = [
  register,
  login,
  logout,
  me,
  check,
  rename,

  refresh,
  csrfToken,
  listSessions,
  endSession,
  endChosenSessions,
  endOtherSessions,

  healthz,
  readyz,
]
