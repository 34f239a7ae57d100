import { parsedData } from '../data/visible-values.ts'
import { HOOKS } from '../hooks.ts'
import type { FileSource, Members } from './account-part.ts'
import { carriedRecord } from './carried-record.ts'
import type { FileKeys } from './file-keys.ts'
import { accountRecordsIn, type CarriedAccount } from './tables/account-records.ts'

/** An account with all that subjects have of it. */
export type AccountRecord = Readonly<Record<string, unknown>> & { readonly id: string }

const PAGE = 200

/** In the order of their ids; a page at a time is in memory. */
export async function* readRecords(source: FileSource, keys: FileKeys, since: number | undefined): AsyncGenerator<AccountRecord> {
  for (let behind = ''; ; ) {
    const accounts = await accountRecordsIn(source.tables).behind(behind, since, PAGE)
    const last = accounts.at(-1)
    if (!last) return
    behind = last.id
    const parts = await partsOf(
      source,
      accounts.map(({ id }) => id),
    )
    for (const account of accounts) {
      const members = parts.map((part) => part.get(account.id) ?? {})
      yield Object.assign({ id: account.id }, ownRecord(account, source, keys), ...members)
    }
  }
}

async function partsOf(source: FileSource, accountIds: readonly string[]): Promise<readonly Members[]> {
  const found: Members[] = []
  for (const { accountPart } of HOOKS) if (accountPart) found.push(await accountPart.read(source, accountIds))
  return found
}

function ownRecord(account: CarriedAccount, { withHashes, withSeeds }: FileSource, keys: FileKeys) {
  const { passwordHash, data, adminScopes, ...others } = account
  return {
    ...carriedRecord(others, ...(withSeeds ? [] : ['userHandle'])),
    ...(adminScopes !== undefined && { adminScopes }),
    ...(withHashes && passwordHash !== undefined && { passwordHash: keys.inFile(passwordHash) }),
    ...(data !== undefined && { data: parsedData(data) }),
  }
}
