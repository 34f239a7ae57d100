import { parameter } from '../../../gate/views/fields.ts'

/** How a client says who it is where it sends no `Authorization` header. A field that comes twice is refused (RFC 6749, 3.2). */
export const ClientFields = {
  client_id: parameter('Which client asks, where no `Authorization` header says so.'),
  client_secret: parameter('Its secret; clients without one leave it out.'),
} as const
