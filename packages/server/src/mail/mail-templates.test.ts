import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { type MailKind, mailKinds, variablesOf } from './mail-kinds.ts'
import { MailTemplateError } from './mail-template-error.ts'
import { loadTemplates } from './mail-templates.ts'

const ours = loadTemplates({})
const kinds = Object.keys(mailKinds) as MailKind[]
const code = '7K3M-Q9TX-B2ZH'
const values = {
  appName: 'Acme & Söhne',
  publicUrl: 'https://acme.example',
  name: 'Ada Lovelace',
  code,
  link: `https://acme.example/verify-email#code=${code}`,
  expiresIn: '15 minutes',
  when: '2026-03-04 05:06 UTC',
}
const withCode = kinds.filter((kind) => variablesOf(kind).includes('code'))
const notices = kinds.filter((kind) => variablesOf(kind).includes('when'))

const render = (kind: MailKind, changed: Partial<typeof values> = {}) => ours.render(kind, { ...values, ...changed })
const linesOf = (text: string) => text.split('\n')
const afterGreeting = (text: string) => text.slice(text.indexOf('\n'))
/** With all their attributes: what is not in here, a mail reader shows as text. */
const tagsOf = (html: string) => html.match(/<[^>]*>/g)?.join('\n')
const linksOf = (html: string) => [...html.matchAll(/(?:href|src|action)\s*=\s*["']?([^"'\s>]*)/gi)].map(([, url]) => url)

const root = mkdtempSync(path.join(tmpdir(), 'mail-templates-'))
afterAll(() => rmSync(root, { recursive: true }))

function ownDirectory(files: Readonly<Record<string, string | Uint8Array>>): string {
  const directory = mkdtempSync(path.join(root, 'own-'))
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(directory, name), content)
  return directory
}

/** The problems with an own directory, without the directory's name in front. */
function problemsWith(directory: string): readonly string[] {
  try {
    loadTemplates({ ownDirectory: directory })
  } catch (error) {
    if (error instanceof MailTemplateError) return error.problems.map((one) => one.replaceAll(`${directory}/`, ''))
    throw error
  }
  return []
}

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

describe('an own directory', () => {
  it('replaces single files; the rest stays ours', () => {
    const directory = ownDirectory({ 'password-set.txt.liquid': 'Subject: Moin {{ appName }}\n\nMoin {{ name }}!\n' })
    const mine = loadTemplates({ ownDirectory: directory })
    expect(mine.render('password-set', values)).toEqual({
      ...render('password-set'),
      subject: 'Moin Acme & Söhne',
      text: 'Moin Ada Lovelace!\n',
    })
    expect(mine.render('verification', values)).toEqual(render('verification'))
  })

  it('can replace the layout under all pages', () => {
    const layout = '<html lang="de"><title>{% block title %}{% endblock %}</title>{% block content %}{% endblock %}{{ name }}'
    const mine = loadTemplates({ ownDirectory: ownDirectory({ 'layout.html.liquid': layout }) })
    for (const kind of kinds) expect(mine.render(kind, { ...values, name: '<b>' }).html).toMatch(/^<html lang="de">.*&lt;b&gt;$/s)
  })

  it('may come from an editor that writes a byte order mark and other line ends', () => {
    const text = '\ufeffSubject: Hi\r\n\r\n{{ link }}\r\n{{ code }}\r\n'
    const mine = loadTemplates({ ownDirectory: ownDirectory({ 'set-password.txt.liquid': text }) })
    expect(mine.render('set-password', values)).toMatchObject({ subject: 'Hi', text: `${values.link}\n${code}\n` })
  })

  it('is read once: what happens to the files later changes nothing', () => {
    const directory = ownDirectory({ 'layout.html.liquid': 'one', 'password-set.txt.liquid': 'Subject: one\n\none' })
    const mine = loadTemplates({ ownDirectory: directory })
    rmSync(directory, { recursive: true })
    expect(mine.render('password-set', values)).toEqual({ subject: 'one', text: 'one\n', html: 'one' })
  })

  it('may hold hidden files, and links that stay inside, as a mounted volume does', () => {
    const directory = ownDirectory({ '.gitignore': '*' })
    mkdirSync(path.join(directory, '..data'))
    writeFileSync(path.join(directory, '..data', 'layout.html.liquid'), 'linked')
    symlinkSync(path.join('..data', 'layout.html.liquid'), path.join(directory, 'layout.html.liquid'))
    expect(loadTemplates({ ownDirectory: directory }).render('password-set', values).html).toBe('linked')
  })
})

describe('a mistake in an own directory', () => {
  const text = (body: string) => ({ 'password-set.txt.liquid': `Subject: Hi\n\n${body}` })
  const page = (body: string) => ({ 'password-set.html.liquid': body })
  const known = 'appName, publicUrl, name, when'

  it.each([
    ['a tag that is not closed', text('{% if name %}'), 'password-set.txt.liquid, line 3: tag {% if name %} not closed'],
    ['an output that is not closed', page('{{ name'), 'password-set.html.liquid, line 1: output "{{ name" not closed'],
    ['an unknown tag', page('\n{% nope %}'), 'password-set.html.liquid, line 2: tag "nope" not found'],
    ['an unknown filter', text('{{ name | nope }}'), 'password-set.txt.liquid, line 3: undefined filter: nope'],
    [
      'the filter that would stop the escaping',
      page('{{ name | raw }}'),
      'password-set.html.liquid, line 1: undefined filter: raw',
    ],
    ['an unknown variable', text('{{ nmae }}'), `password-set.txt.liquid, line 3: unknown variable nmae; there are ${known}`],
    [
      'a variable of another mail',
      page('{{ code }}'),
      `password-set.html.liquid, line 1: unknown variable code; there are ${known}`,
    ],
    [
      'an unknown variable in a branch that is hardly ever taken',
      text('{% if name == "x" %}{{ nope }}{% endif %}'),
      `password-set.txt.liquid, line 3: unknown variable nope; there are ${known}`,
    ],
    [
      'a property that only a prototype has',
      page('{{ name.constructor }}'),
      'password-set.html.liquid, line 1: undefined variable: name.constructor',
    ],
    [
      'an unknown variable in the layout',
      { 'layout.html.liquid': '\n{{ when }}' },
      'layout.html.liquid, line 2: unknown variable when; there are appName, publicUrl, name, code, link, expiresIn',
    ],
    [
      'a layout that does not parse',
      { 'layout.html.liquid': '{% if %}' },
      expect.stringMatching(/^layout\.html\.liquid, line 1: /),
    ],
    [
      'a text without a subject',
      { 'password-set.txt.liquid': 'Hi\n' },
      'password-set.txt.liquid: must begin with a line "Subject: …" and an empty line',
    ],
    [
      'a subject without an empty line',
      { 'password-set.txt.liquid': 'Subject: Hi\nthere\n' },
      'password-set.txt.liquid: must begin with a line "Subject: …" and an empty line',
    ],
    [
      'a subject that is empty for people without a name',
      { 'password-set.txt.liquid': 'Subject: {{ name }}\n\nHi\n' },
      'password-set.txt.liquid: must begin with a line "Subject: …" and an empty line',
    ],
    [
      'a code that is not alone on its line',
      { 'set-password.txt.liquid': 'Subject: Hi\n\nCode: {{ code }}\n{{ link }}\n' },
      'set-password.txt.liquid: must have {{ code }} alone on a line',
    ],
    [
      'a link that is missing',
      { 'set-password.txt.liquid': 'Subject: Hi\n\n{{ code }}\n' },
      'set-password.txt.liquid: must have {{ link }} alone on a line',
    ],
    [
      'a name that is no template',
      { 'pasword-set.txt.liquid': '' },
      expect.stringMatching(/^pasword-set\.txt\.liquid: is not the name/),
    ],
    ['bytes that are no text', { 'layout.html.liquid': Uint8Array.of(0x80, 0xff) }, 'layout.html.liquid: is not UTF-8 text'],
  ])('is reported: %s', (_, files: Readonly<Record<string, string | Uint8Array>>, problem) => {
    expect(problemsWith(ownDirectory(files))).toEqual([problem])
  })

  it.each(["layout '../package.json'", "include '/etc/passwd'", "render './../package.json'", "include 'constructor'"])(
    'is reported: a reach for another file by %s',
    (tag) => {
      writeFileSync(path.join(root, 'package.json'), 'outside')
      const problems = problemsWith(ownDirectory(page(`{% ${tag} %}`)))
      expect(problems).toEqual([expect.stringMatching(/^password-set\.html\.liquid: .*Failed to lookup/)])
    },
  )

  it('is reported: a link to a file outside', () => {
    const directory = ownDirectory({})
    writeFileSync(path.join(root, 'outside'), 'outside')
    symlinkSync(path.join(root, 'outside'), path.join(directory, 'layout.html.liquid'))
    expect(problemsWith(directory)).toEqual(['layout.html.liquid: is a link to a file outside of the directory'])
  })

  it('is reported: a directory that is not there', () => {
    expect(problemsWith(path.join(root, 'nowhere'))).toEqual([expect.stringContaining('ENOENT')])
  })

  it('is reported together with all others, each under its file', () => {
    const directory = ownDirectory({
      'README.md': 'notes',
      'account-deleted.txt.liquid': '{{ nope }} {{ neither }}',
      'layout.html.liquid': '{{ x | nope }}',
      'verification.txt.liquid': 'no subject',
    })
    const problems = problemsWith(directory)
    expect(problems.map((one) => one.replace(/[:,].*/s, '')).sort()).toEqual([
      'README.md',
      'account-deleted.txt.liquid',
      'account-deleted.txt.liquid',
      'layout.html.liquid',
      'verification.txt.liquid',
    ])
    expect(() => loadTemplates({ ownDirectory: directory })).toThrow(/^The mail templates have 5 problems:\n {2}/)
  })
})
