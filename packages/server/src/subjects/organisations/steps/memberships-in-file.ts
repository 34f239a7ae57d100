import type { AccountPart, FileSource } from '../../../gate/account-file/account-part.ts'
import { carriedRecord } from '../../../gate/account-file/carried-record.ts'
import { carriedRowsIn } from '../../../gate/account-file/tables/carried-rows.ts'
import { parsedData } from '../../../gate/data/visible-values.ts'
import { ORG_MEMBERS } from '../tables/org-members.ts'
import { organisationRecordsIn } from '../tables/organisation-records.ts'
import { ORGANISATIONS } from '../tables/organisations.ts'

const PAGE = 200

export const membershipsInFile: AccountPart = {
  tables: [ORGANISATIONS, ORG_MEMBERS],
  before: organisationsIn,

  async read({ tables }, accountIds) {
    const rows = await carriedRowsIn(tables).ofAccounts(ORG_MEMBERS, accountIds, ({ orgId }) => orgId)
    return new Map([...rows].map(([id, members]) => [id, { organisations: members.map((one) => carriedRecord(one)) }]))
  },
}

async function* organisationsIn({ tables }: FileSource) {
  for (let behind = ''; ; ) {
    const page = await organisationRecordsIn(tables).behind(behind, PAGE)
    const last = page.at(-1)
    if (!last) return
    behind = last.id
    for (const { data, ...others } of page)
      yield { type: 'organisation', ...carriedRecord(others), ...(data !== undefined && { data: parsedData(data) }) }
  }
}
