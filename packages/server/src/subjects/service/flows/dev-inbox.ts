import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { deliveredMails } from '../../../gate/mails/delivered-mails.ts'
import { textField, timeField } from '../../../gate/views/fields.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'

const Mail = Type.Object({
  to: textField('Whom it is to.'),
  subject: textField('Its subject.'),
  text: textField('Its text.'),
  html: textField('The same in HTML.'),
  date: timeField('When it was sent.'),
})

/** For scripts and end-to-end tests. Mounted only while the development inbox is shown. */
export const devInbox = endpoint({
  route: 'GET /dev/inbox.json',
  summary: 'Mails that were not really sent',
  auth: 'none',
  limit: 'general',
  isLoopbackOnly: true,
  reply: Type.Array(Mail),
  errors: [],

  async handle({ deps }) {
    const mails = await deliveredMails(deps)
    return mails.map(({ to, subject, text, html, createdAt }) => ({ to, subject, text, html, date: timestamp(createdAt) }))
  },
})
