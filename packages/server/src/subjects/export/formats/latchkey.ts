import { timestamp } from '../../../platform/kernel/clock.ts'
import type { About, Format } from './format.ts'

/** The version goes up where a reader of today would misread a file of tomorrow. A member that is new is none of that. */
const NAME = 'latchkey/1'

const headOf = ({ config: { server }, now, since, withHashes, withSeeds, keys }: About) => ({
  ...{ format: NAME, exportedAt: timestamp(now), from: server.publicUrl, withHashes, withSeeds },
  ...(since !== undefined && { since: timestamp(since) }),
  ...(keys.length > 0 && { keys }),
})

const line = (value: object): string => `${JSON.stringify(value)}\n`

/** NDJSON: a line on the file, one for each organisation, and one for each account. */
export const latchkey: Format = (about) => ({
  head: line(headOf(about)),
  other: line,
  account: (record) => line({ type: 'account', ...record }),
  separator: '',
  tail: '',
})
