/** What one look at the installation has shown, and where it is not fine, what to do. */
export interface Finding {
  readonly check: string
  readonly status: 'ok' | 'warn' | 'fail'
  readonly message: string
}

/** Writes down what a check has found, under its name. */
export const findingsOf = (check: string) => ({
  ok: (message: string): Finding => ({ check, status: 'ok', message }),
  warn: (message: string): Finding => ({ check, status: 'warn', message }),
  fail: (message: string): Finding => ({ check, status: 'fail', message }),
})

/** Some errors have a code and nothing to say. */
export function textOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string }
  return message || code || String(error)
}
