import type { EventRows } from '../../gate/audit/events.ts'
import type { Looks } from '../../gate/pages/layout.tsx'
import type { Subject } from '../../gate/subject.ts'
import { integer } from '../../platform/config/kinds.ts'
import type { ErrorRows } from '../../platform/kernel/errors.ts'
import { type MailRows, notice } from '../../platform/mail/mail-kinds.ts'
import { getMotto, setMotto } from './flow.ts'
import { mottoPage } from './page.tsx'
import { MOTTOS, mottosTables } from './table.ts'
import { de, en, es, fr } from './words.ts'

const errors = {
  motto_too_long: [400, 'This motto is too long.', 'Send a shorter one.'],
} as const satisfies ErrorRows

const events = { 'motto.set': { about: 'accounts', activity: true } } as const satisfies EventRows

const mails = { 'motto-set': { variables: notice } } as const satisfies MailRows

const settings = {
  mottos: { maxLength: integer({ env: 'MOTTO_MAX_LENGTH', default: 80, min: 1, max: 500, help: 'Most characters of a motto.' }) },
}

export const mottos = {
  title: 'Mottos',
  order: 100,
  endpoints: { getMotto, setMotto },
  pages: (looks: Looks) => [mottoPage(looks)],
  pageHooks: { accountPlaces: ({ t }) => [{ path: '~/account/motto', words: t.motto.title, icon: 'user' }] },
  tables: [MOTTOS],
  migrations: [mottosTables],
  errors,
  events,
  mails,
  settings,
  words: { de, en, es, fr },
} as const satisfies Subject

type MottoErrors = typeof errors
declare module '../../platform/kernel/errors.ts' {
  interface Errors extends MottoErrors {}
}

type MottoEvents = typeof events
declare module '../../gate/audit/events.ts' {
  interface Events extends MottoEvents {}
}

type MottoMails = typeof mails
declare module '../../platform/mail/mail-kinds.ts' {
  interface Mails extends MottoMails {}
}

type MottoSettings = typeof settings
declare module '../../platform/config/schema.ts' {
  interface Settings extends MottoSettings {}
}
