import { isOrgRole } from '../../kernel/org-roles.ts'
import type { View } from '../view.ts'

/** What a member is, in words. */
export const roleWords = ({ t }: View, role: string): string => (isOrgRole(role) ? t.organisations.roles[role] : role)
