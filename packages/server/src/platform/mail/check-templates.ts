import { LiquidError } from 'liquidjs'
import { type MailKind, mailKinds, templateVariables } from './mail-kinds.ts'
import { samplesOf } from './mail-samples.ts'
import { htmlFile, htmlOf, textFile, textOf } from './render-mail.ts'
import { type SpokenValues, speak } from './spoken-values.ts'
import type { Part, Voice } from './template-voices.ts'

/** How places are named, tried with all that can be known of one. */
const PLACE = 'place.txt.liquid'
const placeVariables = ['ip', 'browser', 'system']
const places = ['203.0.113.7 Firefox Linux', '203.0.113.7 Firefox', '203.0.113.7'].map((known) => {
  const [ip = '', browser = '', system = ''] = known.split(' ')
  return { ip, browser, system }
})

/** Everything that is wrong with the templates of a voice: each is parsed, and rendered with every sample. */
export function problemsOf(voice: Voice): string[] {
  const wrongPlace = tryFile(voice, PLACE, 'txt', placeVariables, () => places)
  // No mail with a place in it could be tried.
  if (wrongPlace.length > 0) return wrongPlace
  return mailKinds().flatMap((kind) => {
    const spoken = () => samplesOf(kind).map((sample) => speak(voice, kind, sample))
    const known = templateVariables(kind)
    const wrong = tryFile(voice, textFile(kind), 'txt', known, spoken, (sample) => missingLines(voice, kind, sample))
    if (wrong.length > 0) return wrong
    const html = voice.files.has(htmlFile(kind)) ? htmlFile(kind) : 'layout.html.liquid'
    return tryFile(voice, html, 'html', known, spoken, (sample) => {
      const mail = textOf(voice, kind, sample)
      if (mail) htmlOf(voice, kind, sample, mail)
      return []
    })
  })
}

function tryFile(
  { engines, files }: Voice,
  name: string,
  part: Part,
  known: readonly string[],
  samples: () => readonly SpokenValues[],
  /** Writes a mail with it, and says what is wrong with that. */
  judge?: (sample: SpokenValues) => string[],
): string[] {
  const engine = engines[part]
  const pathOf: PathOf = (file = name) => files.get(file)?.path ?? file
  try {
    // From the parsed template, not only from what a sample renders: that sees one branch of an `if`.
    const { globals } = engine.analyzeSync(engine.parseFileSync(name))
    const unknown = Object.entries(globals)
      .filter(([variable]) => !known.includes(variable))
      .flatMap(([variable, uses]) =>
        uses.map(
          ({ location }) =>
            `${pathOf(location.file)}, line ${location.row}: unknown variable ${variable}; there are ${known.join(', ')}`,
        ),
      )
    if (unknown.length > 0) return unknown
    return samples().flatMap((sample) => {
      if (!judge) engine.renderFileSync(name, sample)
      return (judge?.(sample) ?? []).map((problem) => `${pathOf()}: ${problem}`)
    })
  } catch (error) {
    return [describe(error, pathOf)]
  }
}

type PathOf = (file?: string) => string

/** People paste the code, and programs read it, from a line of its own; replaced templates keep that promise too. */
function missingLines(voice: Voice, kind: MailKind, sample: SpokenValues): string[] {
  const mail = textOf(voice, kind, sample)
  if (!mail) return ['must begin with a line "Subject: …" and an empty line']
  const lines = mail.text.split('\n')
  return ['code', 'link']
    .filter((variable) => sample[variable] !== undefined && !lines.includes(sample[variable]))
    .map((variable) => `must have {{ ${variable} }} alone on a line`)
}

function describe(error: unknown, pathOf: PathOf): string {
  if (!LiquidError.is(error)) return `${pathOf()}: ${error instanceof Error ? error.message : error}`
  const message = (error.originalError ?? error).message.replace(/(, file:.*)?, line:\d+, col:\d+$/s, '')
  return `${pathOf(error.token.file)}, line ${error.token.getPosition()[0]}: ${message}`
}
