import { type Effects, NoTransaction } from './effects.ts'
import type { Sql } from './engine.ts'
import type { Connection } from './table.ts'
import { TABLES } from './table-list.ts'
import { ActiveOrganisationsTable } from './tables/active-organisations.ts'
import { OrgInvitesTable } from './tables/org-invites.ts'
import { OrgMemberListTable } from './tables/org-member-list.ts'
import { OrgMembersTable } from './tables/org-members.ts'
import { OrgSlugsTable } from './tables/org-slugs.ts'
import { OrgWordsTable } from './tables/org-words.ts'
import { OrganisationListTable } from './tables/organisation-list.ts'
import { OrganisationsTable } from './tables/organisations.ts'
import { OwnOrgInvitesTable } from './tables/own-org-invites.ts'

/** The tables of organisations, over one connection. */
export class OrganisationTables implements Connection {
  readonly sql: Sql
  readonly effects: Effects
  readonly tables = TABLES

  constructor(sql: Sql, effects: Effects = new NoTransaction()) {
    this.sql = sql
    this.effects = effects
  }

  get organisations(): OrganisationsTable {
    return new OrganisationsTable(this)
  }

  get organisationList(): OrganisationListTable {
    return new OrganisationListTable(this)
  }

  get orgMembers(): OrgMembersTable {
    return new OrgMembersTable(this)
  }

  get activeOrganisations(): ActiveOrganisationsTable {
    return new ActiveOrganisationsTable(this)
  }

  get orgMemberList(): OrgMemberListTable {
    return new OrgMemberListTable(this)
  }

  get orgInvites(): OrgInvitesTable {
    return new OrgInvitesTable(this)
  }

  get orgWords(): OrgWordsTable {
    return new OrgWordsTable(this)
  }

  get ownOrgInvites(): OwnOrgInvitesTable {
    return new OwnOrgInvitesTable(this)
  }

  get orgSlugs(): OrgSlugsTable {
    return new OrgSlugsTable(this)
  }
}
