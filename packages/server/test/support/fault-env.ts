import { ORIGIN } from './browser.ts'

/** Faults make no settings of their own: everything that writes is switched on, and no limit is in the way. */
export const faultEnv = {
  ENABLE_INVITE: 'true',
  EMAIL_SIGN_IN: 'anybody',
  DISABLE_ADMIN_TWO_FACTOR: 'true',
  SECURITY_NOTICES: 'true',
  RATE_LIMITS: 'true',
  LIMIT_ENTRY_PER_MINUTE: '100000',
  LIMIT_GENERAL_PER_MINUTE: '100000',
  LIMIT_MAILS_PER_MINUTE: '1000',
  LIMIT_MAILS_PER_HOUR: '1000',
  DATA_FIELDS: JSON.stringify({ plan: { type: 'text' }, seats: { type: 'number' } }),
  // Passkeys answer to the name of the service, which a process on a free port would not know.
  PUBLIC_URL: ORIGIN,
}
