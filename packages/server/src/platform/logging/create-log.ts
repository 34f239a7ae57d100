import { isatty } from 'node:tty'
import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from '../config/schema.ts'
import { type Clock, systemClock } from '../kernel/clock.ts'
import { forPeople } from './for-people.ts'
import { hideSecrets } from './hide-secrets.ts'
import { kindOf, Repetitions } from './repetitions.ts'

type LogOptions = { readonly to?: DestinationStream; readonly clock?: Clock }

/** Bodies, cookies and headers are never logged, and no secret of the configuration is, whatever a peer has sent back. */
export function createLog(config: Config, { to = standardOutput(), clock = systemClock }: LogOptions = {}): Logger {
  const hide = hideSecrets(config)
  const repetitions = new Repetitions(clock)
  return pino(
    {
      level: config.server.logLevel,
      base: null,
      serializers: { err: (error) => describeError(error) },
      hooks: {
        logMethod(args, method) {
          const [fields, message] = args as [unknown, unknown]
          const error = errorIn(fields)
          if (error === undefined || typeof message !== 'string') return method.apply(this, args)
          const tell = (count: number) => method.apply(this, [{ ...brief(fields), count }, message])
          if (repetitions.isFirst(kindOf(message, error), tell)) method.apply(this, args)
        },
      },
    },
    { write: (line: string) => void to.write(hide(line)) },
  )
}

const STDOUT = 1

/** For people in a terminal, for programs anywhere else. */
function standardOutput(): DestinationStream {
  if (!isatty(STDOUT)) return pino.destination(STDOUT)
  const { NO_COLOR, TERM } = process.env
  const read = forPeople(!NO_COLOR && TERM !== 'dumb')
  return { write: (line) => void process.stdout.write(read(line)) }
}

const errorIn = (fields: unknown): unknown =>
  typeof fields === 'object' && fields !== null && 'err' in fields ? fields.err : undefined

/** A repetition is logged without its stack, which the first line had. */
function brief(fields: unknown): object {
  const { err, ...others } = fields as { readonly err: unknown }
  return { ...others, error: err instanceof Error ? err.message : String(err) }
}

/** Fields that help to find a cause, and are written only by the runtime, a driver or ourselves. */
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

/** Only the fields listed here get into the log: drivers attach statements, parameters and whole answers to an error. */
function describeError(error: unknown, depth = 1): Readonly<Record<string, unknown>> {
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
