/** The message of a warning or a failure says what to do. */
export type Finding = { readonly check: string; readonly status: 'ok' | 'warn' | 'fail'; readonly message: string }

export const findingsOf = (check: string) => ({
  ok: (message: string): Finding => ({ check, status: 'ok', message }),
  warn: (message: string): Finding => ({ check, status: 'warn', message }),
  fail: (message: string): Finding => ({ check, status: 'fail', message }),
})

/** Some errors have a code and an empty message. */
export function textOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string }
  return message || code || String(error)
}
