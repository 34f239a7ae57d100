import type { Role } from '../../gate/accounts/roles.ts'

/** An application that a proxy asks us about before it lets a request through, and what it demands of people. */
export interface ForwardApp {
  readonly origin: string
  readonly role: Role | undefined
  readonly needsSecondFactor: boolean
  readonly needsVerified: boolean
}
