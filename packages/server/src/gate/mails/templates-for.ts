import type { Config } from '../../platform/config/schema.ts'
import { loadTemplates, type MailTemplates } from '../../platform/mail/mail-templates.ts'
import { hasPasswords } from '../passwords/has-passwords.ts'
import { mailBrand } from './mail-brand.ts'

export const templatesFor = (config: Config): MailTemplates =>
  loadTemplates({
    ownDirectory: config.mail.templates,
    service: { ...mailBrand(config), hasPasswords: hasPasswords(config) ? 'yes' : '' },
  })
