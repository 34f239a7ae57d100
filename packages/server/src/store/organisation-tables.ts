import type { Effects } from './effects.ts'
import type { Sql } from './engine.ts'
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
export class OrganisationTables {
  protected readonly sql: Sql
  protected readonly effects: Effects

  constructor(sql: Sql, effects: Effects) {
    this.sql = sql
    this.effects = effects
  }

  get organisations(): OrganisationsTable {
    return new OrganisationsTable(this.sql)
  }

  get organisationList(): OrganisationListTable {
    return new OrganisationListTable(this.sql)
  }

  get orgMembers(): OrgMembersTable {
    return new OrgMembersTable(this.sql, this.effects)
  }

  get activeOrganisations(): ActiveOrganisationsTable {
    return new ActiveOrganisationsTable(this.sql)
  }

  get orgMemberList(): OrgMemberListTable {
    return new OrgMemberListTable(this.sql)
  }

  get orgInvites(): OrgInvitesTable {
    return new OrgInvitesTable(this.sql)
  }

  get orgWords(): OrgWordsTable {
    return new OrgWordsTable(this.sql)
  }

  get ownOrgInvites(): OwnOrgInvitesTable {
    return new OwnOrgInvitesTable(this.sql)
  }

  get orgSlugs(): OrgSlugsTable {
    return new OrgSlugsTable(this.sql)
  }
}
