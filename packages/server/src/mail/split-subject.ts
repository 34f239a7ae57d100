import { oneLine } from './spoken-values.ts'

/** A text template begins with its subject. Variables have no line breaks, so the first line is the template's own. */
export function splitSubject(rendered: string): { readonly subject: string; readonly text: string } | undefined {
  const [, subject, text] = /^Subject:([^\n]*\S[^\n]*)\n[ \t]*\n(.*)$/s.exec(rendered) ?? []
  if (subject === undefined || text === undefined) return undefined
  return { subject: oneLine(subject), text: `${text.trim()}\n` }
}
