import { LiquidError } from 'liquidjs'
import { type LocalisedValues, localise } from './localise.ts'
import { type MailKind, mailKinds, templateVariables } from './mail-kinds.ts'
import { samplesOf } from './mail-samples.ts'
import { htmlFile, htmlOf, textFile, textOf } from './render-mail.ts'
import type { ServiceFacts } from './service-facts.ts'
import type { Part, TemplateSet } from './template-sets.ts'

const PLACE = { ip: '203.0.113.7', browser: 'Firefox', system: 'Linux' }
const places = [PLACE, { ...PLACE, system: '' }, { ...PLACE, browser: '', system: '' }]

export function problemsOf(voice: TemplateSet, service?: ServiceFacts): string[] {
  const wrongPlace = tryFile(voice, 'place.txt.liquid', 'txt', Object.keys(PLACE), () => places)
  // Mails that name a place could not be tried.
  if (wrongPlace.length > 0) return wrongPlace
  return mailKinds().flatMap((kind) => {
    const spoken = () => samplesOf(kind).map((sample) => localise(voice, kind, sample, service))
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
  { engines, files }: TemplateSet,
  name: string,
  part: Part,
  known: readonly string[],
  samples: () => readonly LocalisedValues[],
  judge?: (sample: LocalisedValues) => string[],
): string[] {
  const engine = engines[part]
  const pathOf: PathOf = (file = name) => files.get(file)?.path ?? file
  try {
    // The parsed template shows all branches of an `if`, a rendered sample only one.
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

/** People and programs copy the code from a line of its own, so an operator's template has to have it there too. */
function missingLines(voice: TemplateSet, kind: MailKind, sample: LocalisedValues): string[] {
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
