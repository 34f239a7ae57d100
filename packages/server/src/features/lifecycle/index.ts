import type { EndpointTable } from '../../kernel/endpoint-table.ts'
import { confirmEmailChange } from './confirm-email-change.ts'
import { exportAccount } from './export-account.ts'
import { listActivity } from './list-activity.ts'
import { cancelPendingEmailChange, getEmailChange } from './pending-email-change.ts'
import { renameSession } from './rename-session.ts'
import { reportDevice } from './report-device.ts'
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
