import type { Client } from '../../platform/kernel/endpoint.ts'

export const commandLineClient: Client = {
  ip: '',
  userAgent: 'latchkey command line',
  requestId: '',
  device: undefined,
  language: undefined,
}
