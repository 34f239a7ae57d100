import { setTimeout as sleep } from 'node:timers/promises'
import { canonicalEmail } from '../platform/kernel/email-address.ts'
import type { MailTemplates, MailValues } from '../platform/mail/mail-templates.ts'
import type { MailTransport } from '../platform/mail/transport.ts'

export interface TestMail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** What it asks to be typed, and where it leads; absent in a notice. */
  readonly code?: string
  readonly link?: string
}

/** A test that clicks does not know when its request arrives, so a mail that is not there yet is waited for. */
const PATIENCE_MS = 5000
const POLL_MS = 10

/** Takes all mails, in the place of a mail server. */
export class TestMails {
  readonly #settled: () => Promise<void>
  #taken: TestMail[] = []
  /** By the text of the mail: its code is what was written into it, wherever a template has put that. */
  #values = new Map<string, Pick<TestMail, 'code' | 'link'>>()

  /** `settled` resolves when no request and no mail is under way. */
  constructor(settled: () => Promise<void>) {
    this.#settled = settled
  }

  readonly transport: MailTransport = {
    probe: async () => undefined,
    send: async ({ to, subject, text, html }) => {
      this.#taken.push({ to, subject, text, html, ...this.#values.get(text) })
    },
    close: () => undefined,
  }

  noting(templates: MailTemplates): MailTemplates {
    const render: MailTemplates['render'] = (kind, language, values) => {
      const mail = templates.render(kind, language, values)
      this.#values.set(mail.text, codeOf(values))
      return mail
    }
    return { ...templates, render }
  }

  /** All mails, or those to one address, in the order in which they left. */
  async all(to?: string): Promise<readonly TestMail[]> {
    await this.#settled()
    const address = to === undefined ? undefined : (canonicalEmail(to) ?? to)
    return this.#taken.filter((mail) => address === undefined || mail.to === address)
  }

  async last(to: string, isWanted: (mail: TestMail) => boolean = () => true): Promise<TestMail> {
    for (let waited = 0; ; waited += POLL_MS) {
      const found = (await this.all(to)).findLast(isWanted)
      if (found) return found
      if (waited >= PATIENCE_MS) throw new Error(`${await this.#absence(to)}`)
      await sleep(POLL_MS)
    }
  }

  async lastCode(to: string): Promise<string> {
    const { code = '' } = await this.last(to, (mail) => mail.code !== undefined)
    return code
  }

  clear(): void {
    this.#taken = []
    this.#values.clear()
  }

  async #absence(to: string): Promise<string> {
    const others = [...new Set(this.#taken.map((mail) => `${mail.to}: ${mail.subject}`))]
    return `No such mail to ${to} came. ${others.length > 0 ? `There are:\n  ${others.join('\n  ')}` : 'No mail was sent at all.'}`
  }
}

const codeOf = ({ code, link }: Partial<MailValues>): Pick<TestMail, 'code' | 'link'> => ({
  ...(code !== undefined && { code }),
  ...(link !== undefined && { link }),
})
