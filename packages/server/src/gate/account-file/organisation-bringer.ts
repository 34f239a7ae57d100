import { HOOKS } from '../hooks.ts'
import type { OrganisationBringer } from './brought-organisations.ts'

/** Of a service that has no organisations: none comes, and no account is a member of any. */
const NONE: OrganisationBringer = {
  checked: () => undefined,
  isTaken: async () => false,
  bring: async () => undefined,
  join: async (_tx, memberships) => new Set(memberships.map(({ accountId }) => accountId)),
}

export const organisationBringer = (): OrganisationBringer => HOOKS.find((one) => one.bringer)?.bringer ?? NONE
