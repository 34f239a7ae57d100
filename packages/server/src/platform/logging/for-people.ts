const LEVELS: Readonly<Record<number, readonly [name: string, colour: number]>> = {
  10: ['trace', 90],
  20: ['debug', 90],
  30: ['', 0],
  40: ['warning', 33],
  50: ['error', 31],
  60: ['fatal', 31],
}
const DIM = 2
/** Of use where lines of several requests have to be told apart by a program. */
const LEFT_OUT: ReadonlySet<string> = new Set(['requestId', 'operation'])

/** What every start says, in words: the fields are for programs. */
const SENTENCES: Readonly<Record<string, (fields: Record<string, unknown>) => string>> = {
  'the database is ready': ({ database, steps }) =>
    `${database} database ready${steps === undefined ? '' : `, ${steps} ${steps === 1 ? 'step' : 'steps'}`}`,
  listening: ({ address }) => `listening at ${address}`,
}

type Paint = (text: string, colour: number) => string

const coloured: Paint = (text, colour) => (text === '' || colour === 0 ? text : `\x1b[${colour}m${text}\x1b[0m`)
const plain: Paint = (text) => text

/** A line of the log as it is read in a terminal: the time of day, what happened, and of what. */
export function forPeople(hasColours: boolean): (line: string) => string {
  const paint = hasColours ? coloured : plain
  return (line) => {
    const { level, time, msg, err, ...fields } = JSON.parse(line)
    const [name = '', colour = 0] = LEVELS[level] ?? []
    const begin = [paint(new Date(time).toTimeString().slice(0, 8), DIM), paint(name, colour)]
    const rest = 'status' in fields && 'route' in fields ? answer(fields, paint) : event(msg, fields, paint)
    return `${[...begin, ...rest].filter(Boolean).join(' ')}\n${texts(fields)}${err ? indented(err, paint) : ''}`
  }
}

/** `POST /auth/login 200 23 ms` */
function answer({ route, status, ms }: Record<string, unknown>, paint: Paint): string[] {
  const colour = Number(status) >= 500 ? 31 : Number(status) >= 400 ? 33 : 32
  return [String(route), paint(String(status), colour), paint(`${ms} ms`, DIM)]
}

function event(message: unknown, fields: Record<string, unknown>, paint: Paint): string[] {
  const sentence = SENTENCES[String(message)]
  if (sentence) return [sentence(fields)]
  const told = Object.entries(fields).filter(([name, value]) => !LEFT_OUT.has(name) && !isText(value))
  return [String(message ?? ''), ...told.map(([name, value]) => `${paint(`${name}=`, DIM)}${asText(value)}`)]
}

const asText = (value: unknown): string => (typeof value === 'string' && !/[\s"=]/.test(value) ? value : JSON.stringify(value))

/** Of several lines, such as a mail. */
const isText = (value: unknown): value is string => typeof value === 'string' && value.trimEnd().includes('\n')

/** Below the line, as it is read, but that no part of it can be taken for another line or for a command to the terminal. */
const texts = (fields: Record<string, unknown>): string =>
  Object.values(fields)
    .filter(isText)
    .map(
      (text) =>
        `\n${text
          .trimEnd()
          .replace(/[^\P{Cc}\n]/gu, '')
          .replace(/^(?=.)/gm, '    ')}\n\n`,
    )
    .join('')

/** The stack begins with the kind of error and its message. */
function indented(error: { readonly stack?: string; readonly message?: string; readonly cause?: unknown }, paint: Paint): string {
  const text = `    ${(error.stack ?? error.message ?? '').replaceAll('\n', '\n    ')}\n`
  const cause = error.cause ? `    caused by\n${indented(error.cause, plain)}` : ''
  return paint(`${text}${cause}`, DIM)
}
