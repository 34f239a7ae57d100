import type { LocalisedValues } from './localise.ts'
import type { MailKind } from './mail-kinds.ts'
import { heldTogether, inLines, type MailText, readMailText } from './mail-text.ts'
import type { Part, TemplateSet } from './template-sets.ts'

interface Written extends MailText {
  readonly text: string
  /** The operator's template includes greeting and sender. */
  readonly isWhole: boolean
}

export const textFile = (kind: MailKind): string => `${kind}.txt.liquid`
export const htmlFile = (kind: MailKind): string => `${kind}.html.liquid`

const render = ({ engines }: TemplateSet, part: Part, name: string, spoken: object): string => {
  const engine = engines[part]
  return String(engine.renderSync(engine.parseFileSync(name), spoken))
}

/** Our templates stand between the greeting and the sender of the language; an operator's template is the whole text. */
export function textOf(voice: TemplateSet, kind: MailKind, spoken: LocalisedValues): Written | undefined {
  const say = (name: string) => (values: LocalisedValues) => render(voice, 'txt', name, values)
  if (voice.files.get(textFile(kind))?.isOwn) return ownText(say(textFile(kind))(spoken))
  const read = readMailText(say(textFile(kind))(heldTogether(spoken)))
  if (!read) return undefined
  const { lines, ...mail } = inLines(read)
  const [greeting, sender] = [say('greeting.txt.liquid')(spoken), say('sender.txt.liquid')(spoken)]
  return { ...mail, text: `${[greeting, lines, sender].join('\n\n')}\n`, isWhole: false }
}

function ownText(rendered: string): Written | undefined {
  const read = readMailText(rendered)
  return read && { ...read, text: `${read.body}\n`, isWhole: true }
}

export function htmlOf(voice: TemplateSet, kind: MailKind, spoken: LocalisedValues, written: Omit<Written, 'text'>): string {
  const { subject, button, body, isWhole } = written
  if (voice.files.has(htmlFile(kind))) return render(voice, 'html', htmlFile(kind), spoken)
  const { link = '', code } = spoken
  const blocks = blocksOf(body, link, code, button)
  const address = blocks.some(({ kind: shape }) => shape === 'button') ? link : ''
  return render(voice, 'html', 'derived.html.liquid', { ...spoken, subject, blocks, address, isWhole })
}

type MailBlock =
  | { readonly kind: 'text'; readonly lines: readonly string[] }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'button'; readonly href: string; readonly label: string }
  | { readonly kind: 'code'; readonly code: string }

const ITEM = /^- /

/** A link and a code stand alone on a line. Without a button label the link shows its address. */
function blocksOf(text: string, link: string, code?: string, button?: string): readonly MailBlock[] {
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
