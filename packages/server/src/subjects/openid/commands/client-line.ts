import { timestamp } from '../../../platform/kernel/clock.ts'
import { catalogues } from '../../../platform/pages/words/catalogues.ts'
import type { ListedClient } from '../tables/clients.ts'

/** An application in a list: what it is, when it was used, and why it was refused. */
export function lineOf({ id, name, kind, disabledAt, lastUsedAt, lastRefusal, lastRefusedAt = 0 }: ListedClient): string {
  const used = lastUsedAt === undefined ? 'never used' : `last used ${timestamp(lastUsedAt)}`
  const refused =
    lastRefusal === undefined
      ? ''
      : `; last refused ${timestamp(lastRefusedAt)}: ${catalogues.en.console.clients.refusals[lastRefusal]}`
  return `${id}  ${name}  ${kind}  (${disabledAt === undefined ? '' : 'disabled; '}${used}${refused})`
}
