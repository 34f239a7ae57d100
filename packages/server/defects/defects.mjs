import { administrators } from './list/administrators.mjs'
import { auditLog } from './list/audit-log.mjs'
import { data } from './list/data.mjs'
import { exported } from './list/export.mjs'
import { factors } from './list/factors.mjs'
import { http } from './list/http.mjs'
import { imports } from './list/import.mjs'
import { importedPasswords } from './list/imported-passwords.mjs'
import { lifecycle } from './list/lifecycle.mjs'
import { moves } from './list/move.mjs'
import { openid } from './list/openid.mjs'
import { openidClients } from './list/openid-clients.mjs'
import { openidEnding } from './list/openid-ending.mjs'
import { openidTokens } from './list/openid-tokens.mjs'
import { operations } from './list/operations.mjs'
import { organisations } from './list/organisations.mjs'
import { sessions } from './list/sessions.mjs'
import { signIn } from './list/sign-in.mjs'
import { store } from './list/store.mjs'
import { testing } from './list/testing.mjs'
import { webhooks } from './list/webhooks.mjs'

export const defects = [
  ...administrators,
  ...auditLog,
  ...data,
  ...organisations,
  ...openid,
  ...openidEnding,
  ...openidClients,
  ...openidTokens,
  ...importedPasswords,
  ...imports,
  ...moves,
  ...lifecycle,
  ...signIn,
  ...exported,
  ...factors,
  ...sessions,
  ...store,
  ...http,
  ...operations,
  ...testing,
  ...webhooks,
]
