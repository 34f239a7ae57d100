import { setImmediate as nextTurn } from 'node:timers/promises'
import { atOnce, inTurns } from '../kernel/in-turns.ts'
import { DEFAULT_LANGUAGE } from '../kernel/language.ts'
import type { Brand } from './brand.ts'
import { problemsOf } from './check-templates.ts'
import type { MailKind, MailValues } from './mail-kinds.ts'
import { sampleOf } from './mail-samples.ts'
import { MailTemplateError } from './mail-template-error.ts'
import { htmlFile, htmlOf, textFile, textOf } from './render-mail.ts'
import { speak } from './spoken-values.ts'
import { ownTemplates, packagedTemplates } from './template-files.ts'
import { voicesOf } from './template-voices.ts'

export type { MailKind, MailValues } from './mail-kinds.ts'

interface RenderedMail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

export interface MailTemplates {
  /** The languages that mails can be written in. */
  readonly languages: readonly string[]
  /** Gets ready to write, in small steps: the first mail would hold other requests up. */
  prepare(): Promise<void>
  /** In English where the language is none of those. */
  render(kind: MailKind, language: string, values: Partial<MailValues>): RenderedMail
}

interface TemplateSettings {
  readonly ownDirectory?: string | undefined
  readonly brand?: Brand
}

/**
 * Looks whether every template is there, and tries those that an operator has put in the place of ours: a mistake in one
 * stops the start and not, weeks later, a mail. Ours alone were tried by the tests, and are read when a mail is first written.
 */
export function loadTemplates({ ownDirectory, brand }: TemplateSettings): MailTemplates {
  const ours = packagedTemplates()
  const languages = [...ours.ofLanguage.keys()]
  const problems = new Set<string>()
  const none = { all: new Map(), ofLanguage: new Map() }
  const own = ownDirectory === undefined ? none : ownTemplates(ownDirectory, languages, problems)
  const voices = voicesOf(ours, own)
  for (const voice of voices.changed) for (const problem of problemsOf(voice())) problems.add(problem)
  if (problems.size > 0) throw new MailTemplateError([...problems])

  /** The first of a language, of a kind and of dates takes longer, so each is a step. */
  function* renderSteps(kind: MailKind, language: string, values: Partial<MailValues>) {
    const voice = voices.for(language, textFile(kind))
    yield
    const spoken = speak(voice, kind, values, brand)
    yield
    const mail = textOf(voice, kind, spoken)
    if (!mail) throw new Error(`${textFile(kind)} rendered no subject`)
    yield
    const inHtml = voices.for(language, htmlFile(kind))
    // What an operator has written in HTML may be for all languages where the text is not, and the other way round.
    const html = inHtml.files.has(htmlFile(kind))
      ? htmlOf(inHtml, kind, speak(inHtml, kind, values, brand), mail)
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
      // The first of a kind takes longer. What is written next must not tell by its time that there is an account, and what its
      // owner reads: so all languages come with it, at once but not before anything else.
      if (!written.has(kind)) prepare(kind, languages).catch(() => undefined) // whichever mail needs it will say what is wrong
      written.add(kind)
      return atOnce(renderSteps(kind, language, values))
    },
  }
}
