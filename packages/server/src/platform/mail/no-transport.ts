import type { MailTransport } from './transport.ts'

const refuse = async (): Promise<never> => {
  throw new Error('no mail sender is configured')
}

/** A service whose features need no mail starts without a sender; what asks for mail all the same is told so. */
export const noTransport: MailTransport = { probe: refuse, send: refuse, close() {} }
