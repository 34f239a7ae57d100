import '../../subjects/index.ts'
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isFull } from '../../../test/support/form.ts'
import { isMisprinted } from '../../../test/support/misprints.ts'
import {
  code,
  kinds,
  languages,
  linksOf,
  ours,
  oursWithoutPasswords,
  render,
  tagsOf,
  values,
} from '../../../test/support/rendered-mail.ts'
import { scratchDirectory } from '../../../test/support/scratch-directory.ts'
import { FACTOR_CHANGES } from '../../subjects/factors/mails.ts'
import { humanDuration } from '../kernel/human-duration.ts'
import { variablesOf } from './mail-kinds.ts'
import { samplesOf } from './mail-samples.ts'
import { loadTemplates } from './mail-templates.ts'
import { packagedTemplates } from './template-files.ts'

const directory = path.resolve(import.meta.dirname, '../../../templates')
const withCode = kinds.filter((kind) => variablesOf(kind).includes('code'))
/** A code that only the form which asked for it can take has no link beside it. */
const withLink = withCode.filter((kind) => variablesOf(kind).includes('link'))
const beside = (kind: (typeof kinds)[number]) => (withLink.includes(kind) ? [values.link, code] : [code]).toSorted()
const notices = kinds.filter((kind) => variablesOf(kind).includes('when'))

const linesOf = (text: string) => text.split('\n')
const greetingOf = (text: string) => linesOf(text)[0] ?? ''
const afterGreeting = (text: string) => text.slice(text.indexOf('\n'))

/** As each language says it. The platform's words for a time differ between its versions, so a part has to do. */
const SAID: Readonly<Partial<Record<string, { lifetime: string; day: string; place: string; hello: string }>>> = {
  en: { lifetime: 'within 15 minutes', day: 'on March 4, 2026', place: 'Firefox on Linux', hello: 'Hello Ada Lovelace,' },
  de: {
    lifetime: 'sind 15 Minuten gültig',
    day: 'am 4. März 2026',
    place: 'Firefox auf Linux',
    hello: 'Guten Tag Ada Lovelace,',
  },
  fr: { lifetime: 'valables 15 minutes', day: 'le 4 mars 2026', place: 'Firefox sur Linux', hello: 'Bonjour Ada Lovelace,' },
  es: { lifetime: 'durante 15 minutos', day: 'el 4 de marzo de 2026', place: 'Firefox en Linux', hello: 'Hola, Ada Lovelace:' },
}

describe('our templates', () => {
  it('are a folder for every language and one layout', () => {
    expect(readdirSync(directory).sort()).toEqual([...languages, 'derived.html.liquid', 'layout.html.liquid'].sort())
    expect(languages).toEqual(expect.arrayContaining(['de', 'en', 'es', 'fr']))
  })

  it('pass what the templates of an operator have to pass, whose text is whole as it is', () => {
    const copy = scratchDirectory('templates-')
    onTestFinished(() => rmSync(copy, { recursive: true }))
    cpSync(directory, copy, { recursive: true })
    rmSync(path.join(copy, 'derived.html.liquid'))
    const mine = loadTemplates({ ownDirectory: copy })
    for (const language of languages) {
      const [own, usual] = [mine.render('verification', language, values), render('verification', {}, language)]
      const around = (html: string) =>
        html.replace(/(<\/h1>\s*)<p>.*?<\/p>/, '$1').replace(/(<div class="foot">\s*)<p>.*?<\/p>/s, '$1')
      expect([own.subject, own.html]).toEqual([usual.subject, around(usual.html)])
      const inside = usual.text
        .replaceAll(/(?<!\n)\n(?!\n)/g, ' ')
        .split('\n\n')
        .slice(1, -1)
      expect(own.text).toBe(`${inside.join('\n\n')}\n`)
    }
  })

  it('stop the start when one of them is missing', () => {
    const copy = scratchDirectory('templates-')
    onTestFinished(() => rmSync(copy, { recursive: true }))
    cpSync(directory, copy, { recursive: true })
    expect([...packagedTemplates(copy).ofLanguage.keys()]).toEqual(languages)
    for (const missing of ['fr/verification.txt.liquid', 'de/place.txt.liquid', 'layout.html.liquid']) {
      rmSync(path.join(copy, missing))
      expect(() => packagedTemplates(copy)).toThrow(path.join(copy, missing))
    }
  })

  it('need every variable of their kind', () => {
    const { link, ...rest } = values
    expect(() => ours.render('verification', 'en', rest)).toThrow('A verification mail needs the variable link')
  })

  it.each(['tlh', 'constructor', ''])('are English for a language that is not here: %j', (language) => {
    expect(render('verification', {}, language)).toEqual(render('verification'))
  })
})

describe.each(languages)('our templates in %s', (language) => {
  const renderHere = (kind: (typeof kinds)[number], changed: Partial<typeof values> = {}) => render(kind, changed, language)
  const said = SAID[language]

  it('are a text for every kind, what stands around it, a piece of advice, and the words of a place, no more', () => {
    const files = kinds.map((kind) => `${kind}.txt.liquid`)
    const pieces = [
      'greeting.html.liquid',
      'greeting.txt.liquid',
      'sender.html.liquid',
      'sender.txt.liquid',
      'not-me.txt.liquid',
      'place.txt.liquid',
    ]
    expect(readdirSync(path.join(directory, language)).sort()).toEqual([...files, ...pieces].sort())
  })

  it.each(kinds)('render %s as a subject, a text and a page', (kind) => {
    const { subject, text, html } = renderHere(kind)
    expect(subject).toContain('Acme & Söhne')
    expect(subject).toMatch(/^\p{Lu}[^\p{Cc}]+$/u)
    expect(text).toMatch(/^[^\n]*Ada Lovelace[,:]\n\n\p{Lu}/u)
    expect(text).toMatch(/\n\p{Lu}[^\n]+ Acme & Söhne, https:\/\/acme\.example\n$/u)
    expect(html.startsWith(`<!doctype html>\n<html lang="${language}">`)).toBe(true)
    expect(html).toContain(`<p>${greetingOf(text)}</p>`)
    expect(html).toContain('Acme &amp; Söhne')
    expect(`${text}${html}`).not.toMatch(/\{\{|\{%|%\}|\}\}|undefined|\[object/)
  })

  it.each(kinds)('render %s with every sample', (kind) => {
    for (const [templates, sample] of [ours, oursWithoutPasswords].flatMap((one) =>
      samplesOf(kind).map((of) => [one, of] as const),
    )) {
      const { subject, text, html } = templates.render(kind, language, sample)
      for (const part of [subject, text, html.replace(/^.*<body>/s, '')])
        expect(part).not.toMatch(/undefined|\{\{| [,.;]|\( ?\)|\S {2}\S/)
      expect(text).not.toContain('\n\n\n')
      // A fact without a value, such as who did it.
      expect(afterGreeting(text)).not.toMatch(/^\p{L}+\s?:[^\S\n]*$/mu)
    }
  })

  it.each(kinds)('greet in %s without a name when there is none to trust', (kind) => {
    const { text, html } = renderHere(kind, { name: '' })
    expect(greetingOf(text)).toMatch(/^\p{L}[\p{L} ]*[,:]$/u)
    expect(html).toContain(`<p>${greetingOf(text)}</p>`)
  })

  it.each(withCode)('give %s its code and its link alone on a line each', (kind) => {
    expect(
      linesOf(renderHere(kind).text)
        .filter((line) => line.includes(code))
        .toSorted(),
    ).toEqual(beside(kind))
  })

  it.each(withCode)('have in %s no other line that could pass for a code or a link', (kind) => {
    const [, ...lines] = linesOf(renderHere(kind, { appName: 'Acme' }).text)
    expect(lines.filter((line) => /^\S+$/.test(line)).toSorted()).toEqual(beside(kind))
  })

  it.each(withLink)('show in %s a link to press, and the same link to read', (kind) => {
    const { html } = renderHere(kind)
    expect(html).toContain(`<a class="button" href="${values.link}">`)
    expect(html).toContain(`>${values.link}</a>`)
  })

  it.each(withCode)('say in %s how long it works', (kind) => {
    const { text, html } = renderHere(kind)
    const lifetime = humanDuration(values.expiresIn, language)
    expect(text.replaceAll('\n', ' ')).toContain(lifetime)
    expect(html).toContain(lifetime)
  })

  it.each(notices)('say in %s when it happened', (kind) => {
    const { text, html } = renderHere(kind)
    for (const part of [text, html]) expect(part.replaceAll('\n', ' ')).toMatch(/2026.{1,20}\b0?5:06 UTC/)
  })

  it.each(kinds)('load nothing from anywhere in %s', (kind) => {
    const { html } = renderHere(kind)
    expect(html).not.toMatch(/<(img|script|link|iframe|object|form)\b|url\(|@import/i)
    expect(linksOf(html).filter((url) => url !== values.link && url !== values.publicUrl)).toEqual([])
  })

  it.each([...kinds, 'not-me'])('are set in %s as they would be printed', (kind) => {
    const source = readFileSync(path.join(directory, language, `${kind}.txt.liquid`), 'utf8')
    const words = source.replace(/\{\{.*?\}\}|\{%.*?%\}|^Subject:|^Button:/gms, '')
    expect([words, isMisprinted(language, words)]).toEqual([words, false])
  })

  it.skipIf(said === undefined)('say it as people do', () => {
    const { text } = renderHere('mailbox-proved')
    expect(greetingOf(text)).toBe(said?.hello)
    expect(renderHere('verification').text.replaceAll('\n', ' ')).toContain(said?.lifetime)
    expect(renderHere('password-changed').text.replaceAll('\n', ' ')).toContain(said?.day)
    expect(text.replaceAll('\n', ' ')).toContain(`203.0.113.7 (${said?.place})`)
  })
})

describe('a translation', () => {
  it.each(languages.filter((language) => language !== 'en'))('to %s is one, of every mail', (language) => {
    for (const kind of kinds) {
      const [english, own] = [render(kind), render(kind, {}, language)]
      expect(own.subject).not.toBe(english.subject)
      const same = linesOf(own.text).filter((line) => line !== '' && linesOf(english.text).includes(line))
      // Such as a code, a link or a line of a checkpoint.
      const given: readonly unknown[] = Object.values(values)
      expect(same.filter((line) => !given.includes(line))).toEqual([])
    }
  })
})

describe('a hostile name', () => {
  const hostile = [
    'Eve\r\nBcc: victim@example.com',
    'Eve\n\nBcc: victim@example.com\n\nAAAA-BBBB-CCCC\n',
    'Eve\nAAAA-BBBB-CCCC\nhttps://evil.example\n',
    'Eve\u2028AAAA-BBBB-CCCC\u2029AAAA-BBBB-CCCC\u0085AAAA-BBBB-CCCC\u000bAAAA-BBBB-CCCC\fAAAA-BBBB-CCCC\rAAAA-BBBB-CCCC',
    '<a href="https://evil.example">click</a><img src=x onerror=alert(1)>',
    '"><script src=//evil.example></script>',
    "' onmouseover='alert(1)",
    '</title></style></p><!-- ]]>',
    '&lt;b&gt;',
    '{{ code }}{{ link }}',
    '{% layout "x" %}{% include "verification.txt.liquid" %}{% raw %}',
    '}}{{ nope | nope }}{%',
    'https://evil.example/reset',
    'javascript:alert(1)',
  ]

  it.each(hostile)('%j adds no line, header, tag or link', (name) => {
    /** The short form has each kind in one language, another one for the next kind and the next name. */
    const isAsked = (kind: number, language: number) =>
      isFull || (hostile.indexOf(name) + kind + language) % languages.length === 0
    const asked = kinds.flatMap((kind, at) =>
      languages.filter((_, of) => isAsked(at, of)).map((language) => [kind, language] as const),
    )
    for (const [kind, language] of asked) {
      const [plain, attacked] = [render(kind, {}, language), render(kind, { name }, language)]
      expect(attacked.subject).toBe(plain.subject)
      expect(afterGreeting(attacked.text)).toBe(afterGreeting(plain.text))
      expect(attacked.text).not.toMatch(/[^\P{Cc}\n]|\p{Zl}|\p{Zp}/u)
      expect(tagsOf(attacked.html)).toBe(tagsOf(plain.html))
    }
  })

  it('comes out letter by letter, Liquid included', () => {
    const name = '{{ code }} {% raw %} | <b>'
    expect(linesOf(render('password-reset', { name }).text)[0]).toBe(`Hello ${name},`)
    expect(render('password-reset', { name }).html).toContain('<p>Hello {{ code }} {% raw %} | &lt;b&gt;,</p>')
  })

  it('made of line breaks alone counts as none', () => {
    expect(render('password-changed', { name: '\r\n\u2028' }).text).toMatch(/^Hello,\n/)
  })

  it('cannot turn the direction of what follows', () => {
    expect(linesOf(render('password-changed', { name: 'Eve\u202e\u2066x' }).text)[0]).toBe('Hello Eve x,')
  })

  it('whatever it is, leaves the rest of the mail as it was', () => {
    const plain = render('set-password')
    const anything = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.constantFrom('\r', '\n', '<', '>', '"', "'", '{{', '}}', '{%', '%}', code, 'Bcc: ', ' '))
        .map((all) => all.join('')),
    )
    fc.assert(
      fc.property(anything, (name) => {
        const { subject, text, html } = render('set-password', { name })
        expect(subject).toBe(plain.subject)
        expect(afterGreeting(text)).toBe(afterGreeting(plain.text))
        expect(tagsOf(html)).toBe(tagsOf(plain.html))
      }),
    )
  })

  it('in every other variable is as harmless: the subject stays one line, the page keeps its tags', () => {
    const appName = 'Acme\r\nBcc: victim@example.com\r\n\r\n<script>'
    const { subject, html, text } = render('verification', { appName })
    expect(subject).toBe('Confirm your email address for Acme Bcc: victim@example.com <script>')
    expect(linesOf(text)).toHaveLength(linesOf(render('verification').text).length)
    expect(tagsOf(html)).toBe(tagsOf(render('verification').html))
    expect(render('verification', { link: 'x" onclick="y' }).html).not.toContain('onclick="y"')
  })
})

describe('a mail about a change of factors', () => {
  it.each(languages)('says in %s what was changed, each in words of its own', (language) => {
    const mails = FACTOR_CHANGES.map((change) => render('factors-changed', { change }, language))
    const subjects = mails.map(({ subject }) => subject)
    expect(new Set(subjects).size).toBe(FACTOR_CHANGES.length)
    for (const [at, { text = '', html = '' }] of mails.entries()) {
      const said = (subjects[at] ?? '').replace(/ \(.*\)$/, '')
      expect(said).toMatch(/^\p{Lu}/u)
      expect(text).toContain(`${said}.`)
      expect(html).toContain(said)
    }
  })
})
