export interface OutgoingMail {
  /** The same at every attempt, so that a mailbox can drop duplicates. */
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** The mail will never be accepted, however often it is offered. */
export class MailRefused extends Error {}

/** This process does not have the secret of the mail. Another may, or this one after its next start. */
export class SealedWithOtherSecret extends Error {}

export interface MailTransport {
  /** Loads what a first mail would otherwise wait for, because its wait would tell that an address has an account. */
  readonly prepare?: () => Promise<void>
  /** Throws when mail cannot leave at all. */
  probe(): Promise<void>
  /** Resolves once the mail was accepted. A mail that was given up before is not sent any more. */
  send(mail: OutgoingMail, signal?: AbortSignal): Promise<void>
  close(): void
}
