import { readdirSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { code, kinds, ours, render, values } from '../../test/support/rendered-mail.ts'
import { variablesOf } from './mail-kinds.ts'
import { loadTemplates } from './mail-templates.ts'

const withCode = kinds.filter((kind) => variablesOf(kind).includes('code'))
const notices = kinds.filter((kind) => variablesOf(kind).includes('when'))

const linesOf = (text: string) => text.split('\n')
const afterGreeting = (text: string) => text.slice(text.indexOf('\n'))
/** With all their attributes: what is not in here, a mail reader shows as text. */
const tagsOf = (html: string) => html.match(/<[^>]*>/g)?.join('\n')
const linksOf = (html: string) => [...html.matchAll(/(?:href|src|action)\s*=\s*["']?([^"'\s>]*)/gi)].map(([, url]) => url)

describe('our templates', () => {
  it('are two files for every kind and a layout, no more', () => {
    const expected = ['layout.html.liquid', ...kinds.flatMap((kind) => [`${kind}.html.liquid`, `${kind}.txt.liquid`])]
    expect(readdirSync(path.resolve(import.meta.dirname, '../../templates')).sort()).toEqual(expected.sort())
  })

  it.each(kinds)('render %s as a subject, a text and a page', (kind) => {
    const { subject, text, html } = render(kind)
    expect(subject).toContain('Acme & Söhne')
    expect(subject).toMatch(/^[A-Z][^\p{Cc}]+$/u)
    expect(text).toMatch(/^Hello Ada Lovelace,\n\n[A-Z]/)
    expect(text).toContain('\nSent by Acme & Söhne, https://acme.example\n')
    expect(html).toMatch(/^<!doctype html>\n<html lang="en">/)
    expect(html).toContain('<p>Hello Ada Lovelace,</p>')
    expect(html).toContain('Acme &amp; Söhne')
    expect(`${text}${html}`).not.toMatch(/\{\{|\{%|%\}|\}\}|undefined/)
  })

  it.each(kinds)('greet in %s without a name when there is none to trust', (kind) => {
    const { text, html } = render(kind, { name: '' })
    expect(text).toMatch(/^Hello,\n/)
    expect(html).toContain('<p>Hello,</p>')
  })

  it.each(withCode)('give %s its code and its link alone on a line each, and say how long they work', (kind) => {
    const { text } = render(kind)
    expect(linesOf(text).filter((line) => line.includes(code))).toEqual([values.link, code])
    expect(text).toContain('within 15 minutes')
  })

  it.each(withCode)('have in %s no other line that could pass for a code or a link', (kind) => {
    const oneWord = linesOf(render(kind, { appName: 'Acme' }).text).filter((line) => /^\S+$/.test(line))
    expect(oneWord.filter((line) => line !== 'Hello,')).toEqual([values.link, code])
  })

  it('give a reset its token alone on a line', () => {
    const token = 'abcdefghijklmnopqrstuvwxyz0123456789_-ABCDE'
    const link = `https://acme.example/reset-password#code=${token}`
    expect(linesOf(render('password-reset', { code: token, link }).text)).toEqual(expect.arrayContaining([token, link]))
  })

  it.each(withCode)('show in %s a link to press, and the same link to read', (kind) => {
    const { html } = render(kind)
    expect(html).toContain(`<a class="button" href="${values.link}">`)
    expect(html).toContain(`>${values.link}</a>`)
    expect(html).toContain('15 minutes')
  })

  it.each(notices)('say in %s when it happened', (kind) => {
    const { text, html } = render(kind)
    expect(text).toContain(`on ${values.when}.`)
    expect(html).toContain(values.when)
  })

  it.each(kinds)('load nothing from anywhere in %s', (kind) => {
    const { html } = render(kind)
    expect(html).not.toMatch(/<(img|script|link|iframe|object|form)\b|url\(|@import/i)
    expect(linksOf(html).filter((url) => url !== values.link && url !== values.publicUrl)).toEqual([])
  })

  it('pass what the templates of an operator have to pass', () => {
    const directory = path.resolve(import.meta.dirname, '../../templates')
    expect(loadTemplates({ ownDirectory: directory }).render('verification', values)).toEqual(render('verification'))
  })

  it('need every variable of their kind', () => {
    const { link, ...rest } = values
    expect(() => ours.render('verification', rest)).toThrow('A verification mail needs the variable link')
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
    for (const kind of kinds) {
      const [plain, attacked] = [render(kind), render(kind, { name })]
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
