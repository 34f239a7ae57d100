import type { Config } from './schema.ts'

/** Whether mails are kept and shown at `/dev/inbox` because nothing sends them. */
export const showsInbox = ({ mail }: Config): boolean => mail.smtpUrl === undefined && mail.devInbox
