import { type Static, Type } from 'typebox'
import { textField, timeField } from '../../../gate/views/fields.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { type AccountOrigin, accountOriginsIn } from '../tables/account-origins.ts'

export const Origin = Type.Object(
  {
    source: textField('The system that it came from.'),
    sourceId: textField('Its id there.'),
    importedAt: timeField('When it was brought here.'),
  },
  { description: 'Where the account was imported from; absent where it was made here.' },
)

const originView = ({ source, sourceId, createdAt }: AccountOrigin): Static<typeof Origin> => ({
  ...{ source, sourceId },
  importedAt: timestamp(createdAt),
})

/** Nothing where it was made here. */
export async function originOf(tables: Connection, accountId: string): Promise<{ readonly origin?: Static<typeof Origin> }> {
  const origin = await accountOriginsIn(tables).find(accountId)
  return origin ? { origin: originView(origin) } : {}
}
