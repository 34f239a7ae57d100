import { command, UsageError } from '../platform/commands/command.ts'
import { DEFAULT_LANGUAGE } from '../platform/kernel/language.ts'
import { mailKinds } from '../platform/mail/mail-kinds.ts'
import { sampleOf } from '../platform/mail/mail-samples.ts'

export const mailPreview = command({
  name: 'mail preview',
  summary: 'Print mails as their templates render them, yours included, with sample values.',
  options: {
    kind: {
      type: 'string',
      hint: 'KIND',
      get help() {
        return `Only this one of ${mailKinds().join(', ')}.`
      },
    },
    language: {
      type: 'string',
      hint: 'LANGUAGE',
      help: `Language to write them in, such as de; ${DEFAULT_LANGUAGE} unless given.`,
    },
    format: { type: 'string', hint: 'FORMAT', help: 'Part to print: text, which it is unless given, or html.' },
  },

  async run({ values, terminal, config: load }) {
    const format = oneOf(['text', 'html'], 'format', values.format ?? 'text')
    const kinds = mailKinds()
    const chosen = values.kind === undefined ? kinds : [oneOf(kinds, 'kind', values.kind)]
    const settings = load()
    const { server } = settings
    const { templatesFor } = await import('../gate/mails/templates-for.ts')
    const templates = templatesFor(settings)
    const language = oneOf(templates.languages, 'language', values.language ?? DEFAULT_LANGUAGE)
    for (const kind of chosen) {
      const sample = { ...sampleOf(kind, server), appName: server.appName }
      const { subject, text, html } = templates.render(kind, language, sample)
      // A single mail is printed without a heading, fit for a file.
      if (chosen.length > 1) terminal.out(format === 'html' ? `<!-- ${kind} -->` : `\n===== ${kind} =====\n`)
      terminal.out(format === 'html' ? html.trimEnd() : `Subject: ${subject}\n\n${text.trimEnd()}`)
    }
  },
})

function oneOf<const T extends string>(known: readonly T[], flag: string, value: string): T {
  const found = known.find((one) => one === value)
  if (found === undefined) throw new UsageError(`--${flag} must be one of ${known.join(', ')}`)
  return found
}
