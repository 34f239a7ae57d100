import type { EndpointTable } from '../../../platform/kernel/endpoint-table.ts'
import { exportAccount } from '../../accounts/flows/export-account.ts'
import { listActivity } from '../../audit/flows/list-activity.ts'
import { reportDevice } from '../../devices/flows/report-device.ts'
import { renameSession } from '../../sessions/flows/rename-session.ts'
import { confirmEmailChange } from './confirm-email-change.ts'
import { cancelPendingEmailChange, getEmailChange } from './pending-email-change.ts'
import { requestEmailChange } from './request-email-change.ts'
import { revertEmail } from './revert-email.ts'

/** The life of an account, in reading order. */
export const lifecycleEndpoints = {
  requestEmailChange,
  getEmailChange,
  cancelPendingEmailChange,
  confirmEmailChange,
  revertEmail,
  reportDevice,

  renameSession,
  listActivity,
  exportAccount,
} as const satisfies EndpointTable
