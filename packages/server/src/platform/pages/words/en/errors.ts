import { describeWeakness } from '../../../../gate/passwords/password-policy.ts'
import { type ErrorCode, errors as table, type Weakness } from '../../../kernel/errors.ts'

/** The table of errors is in English already. */
export const errors = Object.fromEntries(Object.entries(table).map(([code, [, text]]) => [code, text])) as Record<
  ErrorCode,
  string
>

export const weakness = (lacking: Weakness): string => describeWeakness(lacking)
