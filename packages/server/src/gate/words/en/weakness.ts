import type { Weakness } from '../../../platform/kernel/errors.ts'
import { describeWeakness } from '../../passwords/password-policy.ts'

export const weakness = (lacking: Weakness): string => describeWeakness(lacking)
