import { flag, optionalText, secret } from '../kinds.ts'

/** One address, alone or behind a name, so that no second sender and no header can be added. */
const SENDER = /^(?:[A-Za-z0-9._+-]+@[A-Za-z0-9.-]+|[^<>"@,;:\p{Cc}]+ <[A-Za-z0-9._+-]+@[A-Za-z0-9.-]+>)$/u

// biome-ignore format: a table is read by its rows
export const mail = {
  smtpUrl: secret({ env: 'SMTP_URL', default: undefined, schemes: ['smtp://', 'smtps://'], help: 'Where mail leaves: `smtp://user:password@host:587` (TLS when the server offers it; `?requireTLS=true` insists) or `smtps://…`.' }),
  from: optionalText({ env: 'MAIL_FROM', pattern: SENDER, expected: 'an address, or `Name <address>`', help: 'Sender of every mail; `no-reply@` at the public URL’s host unless set.' }),
  templates: optionalText({ env: 'MAIL_TEMPLATES', help: 'Directory with mail templates that replace single ones of ours, in every language or, from a folder such as `de`, in one.' }),
  devInbox: flag({ env: 'DEV_INBOX', default: { development: true, production: false }, help: 'Without `SMTP_URL`: log mails instead of failing, and where `PUBLIC_URL` is on loopback or below `localhost` show them at `/dev/inbox`. Refused in production.' }),
  securityNotices: flag({ env: 'SECURITY_NOTICES', isLive: true, default: { development: false, production: true }, help: 'Tell people by mail when their password, their second factor or a linked sign-in provider changes, or their account is deleted.' }),
} as const
