import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { textField } from '../../../gate/views/fields.ts'

export const csrfToken = endpoint({
  route: 'GET /auth/csrf-token',
  summary: 'A CSRF token for the X-CSRF-Token header, and its cookie',
  auth: 'none',
  limit: 'general',
  reply: Type.Object({ csrfToken: textField('For the header `X-CSRF-Token`, where `REQUIRE_CSRF_TOKEN` is on.') }),
  errors: [],

  handle: async ({ newCsrfToken }) => ({ csrfToken: newCsrfToken() }),
})
