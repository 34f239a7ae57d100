/** Readers of plain text like lines of this length. */
const WIDTH = 76

export interface MailText {
  readonly subject: string
  readonly button: string | undefined
  readonly body: string
}

/** Values have no line breaks, so the lines of the subject and the button are the template's own. */
export function readMailText(rendered: string): MailText | undefined {
  const [, subject, button, body] = /^Subject:([^\n]*\S[^\n]*)\n(?:Button:([^\n]*)\n)?[ \t]*\n(.*)$/s.exec(rendered) ?? []
  if (subject === undefined || body === undefined) return undefined
  return { subject: oneLine(subject), button: button?.trim(), body: body.trim() }
}

/** No value can add a header, or a line that passes for the code, or reverse the direction of one. */
export const oneLine = (value: string): string =>
  value.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()

/** Stands for a space inside of a value, a place at which no line is broken. */
const HELD = '\ue000'
const held = (value: string): string => value.replaceAll(HELD, ' ').replaceAll(' ', HELD)
const released = (text: string): string => text.replaceAll(HELD, ' ')

export const heldTogether = (values: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, held(value)]))

/** A value is never broken up and never alone on a line, where people look for a code or a link. */
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
