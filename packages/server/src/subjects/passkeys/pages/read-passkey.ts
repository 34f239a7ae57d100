import type { Submission } from '../../../gate/pages/view.ts'

/** What a script has put into a form: an answer that we cannot read is none, and its route says so. */
export function readPasskey({ fields: { state = '', passkey = '' } }: Submission): { state: string; passkey: unknown } {
  try {
    return { state, passkey: JSON.parse(passkey) }
  } catch {
    return { state, passkey: null }
  }
}
