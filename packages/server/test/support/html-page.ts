import type { Reply } from './browser.ts'

type Attributes = Readonly<Record<string, string>>

interface PageForm {
  readonly action: string
  /** What the browser would send if nothing were typed. */
  readonly values: Attributes
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" }
const unescaped = (text: string): string => text.replace(/&(lt|gt|quot|amp|#39);/g, (_all, name: string) => ENTITIES[name] ?? '')
/** The rest of a tag. A quoted value may contain what ends one elsewhere. */
const REST = '(?:"[^"]*"|[^">])*'
const tags = (html: string, name: string): Attributes[] =>
  [...html.matchAll(new RegExp(`<(?:${name})\\s${REST}>`, 'g'))].map(([tag]) => attributesOf(tag))
const textOf = (html: string): string =>
  unescaped(
    html
      .replace(/<wbr\/?>/g, '')
      .replace(new RegExp(`<${REST}>`, 'g'), ' ')
      .replace(/\s+/g, ' '),
  ).trim()

const attributesOf = (tag: string): Attributes =>
  Object.fromEntries(
    [...tag.matchAll(/\s([\w:-]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [name.toLowerCase(), unescaped(value)]),
  )

/** A page as somebody without script has it. Our own pages quote every attribute and nest no forms, so patterns suffice. */
export class HtmlPage {
  readonly status: number
  /** Path, query and fragment; the whole address when it is not ours. */
  readonly address: string
  readonly html: string
  readonly headers: Reply['headers']

  constructor(reply: Pick<Reply, 'status' | 'text' | 'headers'>, address: string) {
    this.status = reply.status
    this.address = address
    this.html = reply.text
    this.headers = reply.headers
  }

  get path(): string {
    return this.address.replace(/[?#].*$/, '')
  }

  /** All that can be read. */
  get text(): string {
    return textOf(this.html.replace(/^.*<body/s, '<body'))
  }

  get heading(): string {
    return this.textsOf('<h1[^>]*>(.*?)</h1>')[0] ?? ''
  }

  /** What stands above a form that failed. */
  get alert(): string | undefined {
    return this.textsOf('<div class="alert"[^>]*>(.*?)</div>')[0]
  }

  get notice(): string | undefined {
    return this.textsOf('<p [^>]*class="notice"[^>]*>(.*?)</p>')[0]
  }

  /** Where the links lead. */
  get links(): string[] {
    return tags(this.html, 'a').map(({ href = '' }) => href)
  }

  /** One section of it, as if it were all. */
  section(id: string): HtmlPage {
    const [, text = ''] = new RegExp(`<section id="${id}"[^>]*>(.*?)</section>`, 's').exec(this.html) ?? []
    return new HtmlPage({ status: this.status, text, headers: this.headers }, this.address)
  }

  /** Its own; the choice of a language at the foot is on every page. */
  get forms(): PageForm[] {
    return this.allForms.filter(({ values }) => values['_action'] !== 'choose')
  }

  get allForms(): PageForm[] {
    return [...this.html.matchAll(/<form\s([^>]*)>(.*?)<\/form>/gs)].map(([, tag = '', inside = '']) => ({
      action: attributesOf(` ${tag}`)['action'] ?? this.address,
      values: valuesIn(inside),
    }))
  }

  /** An input by its name, and what is said to be wrong with it. */
  field(name: string): Attributes | undefined {
    const found = tags(this.html, 'input|select|textarea').find((input) => input['name'] === name)
    const [error] = found ? this.textsOf(`<p class="error" id="${found['id']}-error"[^>]*>(.*?)</p>`) : []
    return found && { ...found, ...(error !== undefined && { error }) }
  }

  textsOf(pattern: string): string[] {
    return [...this.html.matchAll(new RegExp(pattern, 'gs'))].map(([, inside = '']) => textOf(inside))
  }
}

/** The values of a form's controls, as they were sent to us. */
function valuesIn(form: string): Attributes {
  const inputs = tags(form, 'input')
    .filter(({ type, checked }) => !(type === 'checkbox' || type === 'radio') || checked !== undefined)
    .map(({ name = '', type = '', value }) => [name, value ?? (type === 'checkbox' ? 'on' : '')])
  const selects = [...form.matchAll(/<select\s([^>]*)>(.*?)<\/select>/gs)].map(([, tag = '', options = '']) => {
    const choices = tags(options, 'option')
    const chosen = choices.find(({ selected }) => selected !== undefined) ?? choices[0]
    return [attributesOf(` ${tag}`)['name'] ?? '', chosen?.['value'] ?? '']
  })
  const areas = [...form.matchAll(/<textarea\s([^>]*)>(.*?)<\/textarea>/gs)].map(([, tag = '', text = '']) => [
    attributesOf(` ${tag}`)['name'] ?? '',
    unescaped(text),
  ])
  return Object.fromEntries([...inputs, ...selects, ...areas])
}
