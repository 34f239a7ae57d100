import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'

export const csrfToken = endpoint({
  route: 'GET /auth/csrf-token',
  summary: 'A CSRF token for the X-CSRF-Token header, and its cookie',
  auth: 'none',
  limit: 'general',
  reply: Type.Object({ csrfToken: Type.String() }),
  errors: [],

  handle: async ({ newCsrfToken }) => ({ csrfToken: newCsrfToken() }),
})
