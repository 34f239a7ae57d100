import { hasMailSender, mailPaths } from '../../platform/config/refusals.ts'
import type { Rule } from '../../platform/config/rule.ts'

export const mailForAdmins: Rule = {
  reads: [...mailPaths, 'twoFactor.disableAdminTwoFactor'],
  refuse: (config, { nameOf }) =>
    !hasMailSender(config) && !config.twoFactor.disableAdminTwoFactor
      ? `${nameOf('mail.smtpUrl')}: must be set, because administrators sign in with a mailed code (or set ${nameOf('twoFactor.disableAdminTwoFactor')}=true)`
      : undefined,
}
