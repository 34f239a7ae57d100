/** What helps to find a cause, and is written only by the runtime, a driver or ourselves. */
const FACTS = [
  'code',
  'errno',
  'syscall',
  'address',
  'port',
  'command',
  'responseCode',
  'severity',
  'table',
  'constraint',
  'routine',
]
const DEEPEST = 5

type Described = Readonly<Record<string, unknown>>

/**
 * The one way in which an error gets into the log. Only what is named here: drivers hang statements, their parameters and
 * whole answers on an error.
 */
export function describeError(error: unknown, depth = 1): Described {
  if (!(error instanceof Error)) return { message: String(error) }
  const fields = error as Error & Record<string, unknown>
  const facts = FACTS.filter((name) => ['string', 'number'].includes(typeof fields[name])).map((name) => [name, fields[name]])
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...Object.fromEntries(facts),
    ...(error.cause !== undefined && depth < DEEPEST && { cause: describeError(error.cause, depth + 1) }),
  }
}
