import type { Client } from '../kernel/endpoint.ts'

/** Who the audit log names for what was done here: nobody's request, and no address. */
export const commandLineClient: Client = { ip: '', userAgent: 'latchkey command line', requestId: '', device: undefined }
