export class MailTemplateError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(
      `The mail templates have ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${problems.map((one) => `  ${one}`).join('\n')}`,
    )
    this.name = 'MailTemplateError'
    this.problems = problems
  }
}
