import type { View } from '../../../gate/pages/view.ts'
import { isOrgRole } from '../org-roles.ts'

export const roleWords = ({ t }: View, role: string): string => (isOrgRole(role) ? t.organisations.roles[role] : role)
