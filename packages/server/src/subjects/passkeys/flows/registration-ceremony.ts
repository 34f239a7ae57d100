import type { Caller } from '../../../gate/deps.ts'
import type { ExpectedCeremony } from '../steps/ceremony.ts'

/** Bound to the session: what is begun in one is finished there. */
export const registrationCeremony = ({ account, session }: Caller, cookie: string | undefined): ExpectedCeremony => ({
  purpose: 'register',
  cookie,
  accountId: account.id,
  sessionId: session.id,
})
