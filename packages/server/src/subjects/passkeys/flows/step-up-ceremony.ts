import type { Caller } from '../../../gate/deps.ts'
import type { ExpectedCeremony } from '../steps/ceremony.ts'

/** Bound to the session that it raises. */
export const stepUpCeremony = ({ account, session }: Caller, cookie: string | undefined): ExpectedCeremony => ({
  purpose: 'step-up',
  cookie,
  accountId: account.id,
  sessionId: session.id,
})
