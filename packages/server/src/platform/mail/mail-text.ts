/** Where a line of a mail is broken, as readers of plain text like it. */
const WIDTH = 76

/** What the text of a mail is made of. */
export interface MailText {
  readonly subject: string
  /** What the button says in HTML that leads where the link of the text does. */
  readonly button: string | undefined
  readonly body: string
}

/**
 * A text template begins with its subject and, where it has a link, the words of a button. Variables have no line breaks, so these lines are
 * the template's own.
 */
export function readMailText(rendered: string): MailText | undefined {
  const [, subject, button, body] = /^Subject:([^\n]*\S[^\n]*)\n(?:Button:([^\n]*)\n)?[ \t]*\n(.*)$/s.exec(rendered) ?? []
  if (subject === undefined || body === undefined) return undefined
  return { subject: oneLine(subject), button: button?.trim(), body: body.trim() }
}

/** Without line breaks no value can add a header, or a line that passes for the code; without direction marks it cannot reorder one. */
export const oneLine = (value: string): string =>
  value.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()

/** A space inside of a value. */
const HELD = '\ue000'
const held = (value: string): string => value.replaceAll(HELD, ' ').replaceAll(' ', HELD)
const released = (text: string): string => text.replaceAll(HELD, ' ')

/** Values whose spaces are not those between the words of a template. */
export const heldTogether = (values: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, held(value)]))

/**
 * A text with such values, in lines of a length that people like to read. A value is never broken up and never left alone on a line: the one who
 * chose it would have a line of their own in the mail, where a code or a link is looked for.
 */
export function inLines({ subject, button, body }: MailText): MailText & { readonly lines: string } {
  const lines = body.split('\n').map(brokenUp).join('\n')
  return { subject: released(subject), button, body: released(body), lines: released(lines) }
}

function brokenUp(line: string): string {
  const lines: string[] = []
  for (const word of line.split(' ')) {
    const last = lines.at(-1)
    if (last === undefined || last.length + 1 + word.length > WIDTH) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  for (let at = lines.length - 1; at > 0; at--) {
    const [before = '', alone = ''] = [lines[at - 1], lines[at]]
    if (alone.includes(' ')) continue
    const space = before.lastIndexOf(' ')
    const pair = [before.slice(0, space), `${before.slice(space + 1)} ${alone}`]
    lines.splice(at - 1, 2, ...(space > 0 && pair[0]?.includes(' ') ? pair : [`${before} ${alone}`]))
  }
  return lines.join('\n')
}
