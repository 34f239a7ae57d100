import { CommandError, command } from '../platform/commands/command.ts'
import { readEmail } from '../platform/commands/read-email.ts'
import { systemClock } from '../platform/kernel/clock.ts'
import { newId } from '../platform/kernel/ids.ts'
import { DEFAULT_LANGUAGE } from '../platform/kernel/language.ts'

export const mailTest = command({
  name: 'mail test',
  summary: 'Send a test mail, and say whether the mail server accepted it.',
  operands: { address: 'Who gets it.' },
  options: {},

  async run({ operands, terminal, config: load }) {
    const settings = load()
    const { mail, server } = settings
    const { appName, publicUrl } = server
    const to = readEmail(operands.address)
    if (mail.smtpUrl === undefined) throw new CommandError('SMTP_URL is not set, so there is no mail server to try.')

    // Imported here, because few commands need these libraries.
    const { templatesFor } = await import('../gate/mails/templates-for.ts')
    const { smtpTransport } = await import('../platform/mail/smtp-transport.ts')
    const { smtpErrorText } = await import('../platform/mail/smtp-error.ts')
    const templates = templatesFor(settings)
    const now = systemClock.now()
    const rendered = templates.render('test', DEFAULT_LANGUAGE, { appName, publicUrl, name: '', when: now })
    const transport = smtpTransport(mail.smtpUrl, mail.from)
    try {
      await transport.send({ id: newId(now), to, ...rendered })
    } catch (error) {
      throw new CommandError(`The test mail was not accepted: ${smtpErrorText(error, mail.smtpUrl)}`)
    } finally {
      transport.close()
    }
    terminal.out(`The mail server accepted the test mail to ${to}.`)
  },
})
