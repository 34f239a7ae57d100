import { setImmediate as nextTurn } from 'node:timers/promises'
import { atOnce, inTurns } from '../kernel/in-turns.ts'
import { DEFAULT_LANGUAGE } from '../kernel/language.ts'
import { problemsOf } from './check-templates.ts'
import { localise } from './localise.ts'
import type { MailKind, MailValues } from './mail-kinds.ts'
import { sampleOf } from './mail-samples.ts'
import { MailTemplateError } from './mail-template-error.ts'
import { htmlFile, htmlOf, textFile, textOf } from './render-mail.ts'
import type { ServiceFacts } from './service-facts.ts'
import { ownTemplates, packagedTemplates } from './template-files.ts'
import { voicesOf } from './template-sets.ts'
import type { OutgoingMail } from './transport.ts'

export type { MailKind, MailValues } from './mail-kinds.ts'

export interface MailTemplates {
  readonly languages: readonly string[]
  /** Renders a first mail in small steps, which would otherwise delay other requests. */
  prepare(): Promise<void>
  /** In English where the language is not among `languages`. */
  render(kind: MailKind, language: string, values: Partial<MailValues>): Pick<OutgoingMail, 'subject' | 'text' | 'html'>
}

type TemplateSettings = { readonly ownDirectory?: string | undefined; readonly service?: ServiceFacts }

/** A mistake in an operator's template stops the start and not, weeks later, a mail. Ours are checked by the tests. */
export function loadTemplates({ ownDirectory, service }: TemplateSettings): MailTemplates {
  const ours = packagedTemplates()
  const languages = [...ours.ofLanguage.keys()]
  const problems = new Set<string>()
  const none = { all: new Map(), ofLanguage: new Map() }
  const own = ownDirectory === undefined ? none : ownTemplates(ownDirectory, languages, problems)
  const voices = voicesOf(ours, own)
  for (const voice of voices.changed) for (const problem of problemsOf(voice(), service)) problems.add(problem)
  if (problems.size > 0) throw new MailTemplateError([...problems])

  /** Each step that is slow the first time (a language, a kind, dates) is one of its own. */
  function* renderSteps(kind: MailKind, language: string, values: Partial<MailValues>) {
    const voice = voices.for(language, textFile(kind))
    yield
    const spoken = localise(voice, kind, values, service)
    yield
    const mail = textOf(voice, kind, spoken)
    if (!mail) throw new Error(`${textFile(kind)} rendered no subject`)
    yield
    const inHtml = voices.for(language, htmlFile(kind))
    // An operator's HTML may be for all languages where the text is not, and the other way round.
    const html = inHtml.files.has(htmlFile(kind))
      ? htmlOf(inHtml, kind, localise(inHtml, kind, values, service), mail)
      : htmlOf(voice, kind, spoken, mail)
    return { subject: mail.subject, text: mail.text, html }
  }

  const prepare = async (kind: MailKind, wanted: readonly string[]): Promise<void> => {
    for (const language of wanted) {
      await nextTurn()
      await inTurns(renderSteps(kind, language, sampleOf(kind)))
    }
  }

  const written = new Set<MailKind>()
  return {
    languages,
    prepare: () => prepare('test', [DEFAULT_LANGUAGE]),
    render(kind, language, values) {
      // The first mail of a kind and language takes longer, which must not tell whether an account exists and what language
      // its owner reads. So all languages are prepared with the first mail of a kind; errors show in the mails themselves.
      if (!written.has(kind)) prepare(kind, languages).catch(() => undefined)
      written.add(kind)
      return atOnce(renderSteps(kind, language, values))
    },
  }
}
