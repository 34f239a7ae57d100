import type { Connection } from '../../../platform/store/table.ts'
import type { ClientSettings } from '../clients/client-settings.ts'
import type { Problem } from '../clients/problems.ts'
import { applicationsIn } from '../tables/applications.ts'
import type { OidcClient } from '../tables/clients.ts'

/** People who are known to an application by one `sub` keep it: under another one they would be strangers there, without what is theirs. */
export async function subjectProblem(
  tables: Connection,
  before: Pick<OidcClient, 'id' | 'isPairwise'>,
  after: Pick<ClientSettings, 'isPairwise'>,
): Promise<readonly Problem[]> {
  if (before.isPairwise === after.isPairwise || !(await applicationsIn(tables).isKnown(before.id))) return []
  return [{ field: 'isPairwise', code: 'pairwise_fixed' }]
}
