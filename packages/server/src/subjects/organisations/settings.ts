import { choice, duration, flag, integer } from '../../platform/config/kinds.ts'
import { needsMail } from '../../platform/config/refusals.ts'

// biome-ignore format: a table is read by its rows
const organisations = {
  enabled: flag({ env: 'ORGANISATIONS', default: false, help: 'Let people form organisations. Needs a mail sender.' }),
  creation: choice({ env: 'ORG_CREATION', default: 'anybody', of: ['anybody', 'admins'], help: 'Who may make one: everybody with an account, or administrators.' }),
  maxOwned: integer({ env: 'ORG_MAX_OWNED', default: 100, min: 1, max: 10_000, help: 'Organisations that one account may own.' }),
  maxMemberships: integer({ env: 'ORG_MAX_MEMBERSHIPS', default: 500, min: 1, max: 10_000, help: 'Organisations that one account may belong to, owned ones included.' }),
  maxMembers: integer({ env: 'ORG_MAX_MEMBERS', default: 10_000, min: 1, max: 100_000, help: 'Members of one organisation.' }),
  inviteTtl: duration({ env: 'ORG_INVITE_TTL', default: '7d', help: 'Lifetime of an invite to an organisation.' }),
  maxPendingInvites: integer({ env: 'ORG_MAX_PENDING_INVITES', default: 100, min: 1, max: 10_000, help: 'Open invites of one organisation.' }),
  invitesRegister: flag({ env: 'ORG_INVITES_REGISTER', default: false, help: 'Let an invite to an organisation make an account where `ALLOW_PUBLIC` is off.' }),
  slugHold: duration({ env: 'ORG_SLUG_HOLD', default: '30d', allowZero: true, help: 'How long a slug that was given up is kept for its organisation.' }),
} as const

export const organisationsSettings = { organisations }

type OrganisationsSettings = typeof organisationsSettings
declare module '../../platform/config/schema.ts' {
  interface Settings extends OrganisationsSettings {}
}

export const organisationsRules = [needsMail('organisations.enabled', ({ organisations }) => organisations.enabled)]
