/** A piece of a mail as HTML shows it. */
export type MailBlock =
  | { readonly kind: 'text'; readonly lines: readonly string[] }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'button'; readonly href: string; readonly label: string }
  | { readonly kind: 'code'; readonly code: string }

interface Marked {
  readonly link?: string | undefined
  readonly code?: string | undefined
  /** Without one the link shows itself. */
  readonly button?: string | undefined
}

const ITEM = /^- /

/** The paragraphs of a text. A link and a code stand alone on a line of it. */
export function blocksOf(text: string, { link, code, button }: Marked): readonly MailBlock[] {
  const blocks: MailBlock[] = []
  let lines: string[] = []
  let items: string[] = []
  const close = (): void => {
    if (lines.length > 0) blocks.push({ kind: 'text', lines })
    if (items.length > 0) blocks.push({ kind: 'list', items })
    lines = []
    items = []
  }
  for (const line of text.split('\n')) {
    const isItem = ITEM.test(line)
    if (line === '' || line === link || line === code || isItem !== items.length > 0) close()
    if (line === '') continue
    if (line === link) blocks.push({ kind: 'button', href: line, label: button ?? line })
    else if (line === code) blocks.push({ kind: 'code', code: line })
    else if (isItem) items.push(line.replace(ITEM, ''))
    else lines.push(line)
  }
  close()
  return blocks
}
