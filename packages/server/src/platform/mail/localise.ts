import { humanDuration } from '../kernel/human-duration.ts'
import { memoise } from '../kernel/memoise.ts'
import { type ClientLocation, type MailKind, type MailValues, variablesOf } from './mail-kinds.ts'
import { oneLine } from './mail-text.ts'
import { plainService, type ServiceFacts } from './service-facts.ts'
import type { TemplateSet } from './template-sets.ts'

export type LocalisedValues = Readonly<Record<string, string>>

/** Only the declared variables, with which the templates were tried. Each is on one line. */
export function localise(
  voice: TemplateSet,
  kind: MailKind,
  values: Partial<MailValues>,
  service: ServiceFacts = plainService,
): LocalisedValues {
  const said = variablesOf(kind).map((variable) => {
    const value = values[variable]
    if (value === undefined) throw new Error(`A ${kind} mail needs the variable ${variable}`)
    return [variable, oneLine(inWords(voice, variable, value))]
  })
  return { ...service, ...Object.fromEntries(said), language: voice.language }
}

function inWords(voice: TemplateSet, variable: keyof MailValues, value: string | number | ClientLocation): string {
  if (typeof value === 'string') return value
  if (typeof value === 'object') return placeIn(voice, value)
  return variable === 'expiresIn' ? humanDuration(value, voice.language) : `${dates(voice.language).format(value)} UTC`
}

/** Making a formatter takes longer than writing a mail. */
const dates = memoise(
  100,
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' }),
)

const placeIn = ({ engines }: TemplateSet, { ip, browser, system }: ClientLocation): string =>
  ip === '' ? '' : engines.txt.renderFileSync('place.txt.liquid', { ip, browser, system })
