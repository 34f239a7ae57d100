import { seal } from '../../platform/kernel/keys.ts'
import { returnAddress } from '../access/return-address.ts'
import type { Deps } from '../deps.ts'

/** As it is kept beside a code: a mail may be opened in another browser, and its link is not the place for it. */
export const sealedReturn = ({ config, keys }: Deps, wanted: string | undefined): string | undefined =>
  wanted !== undefined && returnAddress(config, wanted) !== undefined ? seal(keys.returns, wanted) : undefined
