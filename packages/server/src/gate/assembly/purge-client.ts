import type { Client } from '../../platform/kernel/endpoint.ts'

/** Stands in the audit log where a person's browser would. */
export const purgeClient: Client = {
  ip: '',
  userAgent: 'latchkey purge',
  requestId: '',
  device: undefined,
  language: undefined,
}
