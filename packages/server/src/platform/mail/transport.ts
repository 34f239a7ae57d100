export interface OutgoingMail {
  /** The same at every attempt, so that a mailbox which got it twice can tell. */
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** The mail will never be taken, however often it is offered. */
export class MailRefused extends Error {}

/** The mail was sealed under a secret that this process does not have. Another one may, or this one after its next start. */
export class SealedElsewhere extends Error {}

/** How mail leaves the service. Two real ones exist: SMTP, and the log of a development machine. */
export interface MailTransport {
  /** Throws when mail cannot leave at all. */
  probe(): Promise<void>
  /** Resolves once the mail was accepted. When it is given up before, it is not sent any more. */
  send(mail: OutgoingMail, signal?: AbortSignal): Promise<void>
  close(): void
}
