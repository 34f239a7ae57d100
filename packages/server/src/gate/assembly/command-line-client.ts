import type { Client } from '../../platform/kernel/endpoint.ts'

/** The client that the audit log names for what was done here: no request, and no address. */
export const commandLineClient: Client = {
  ip: '',
  userAgent: 'latchkey command line',
  requestId: '',
  device: undefined,
  language: undefined,
}
