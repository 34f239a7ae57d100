import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { code, kinds, languages, render, values } from '../../test/support/rendered-mail.ts'
import { MailTemplateError } from './mail-template-error.ts'
import { loadTemplates } from './mail-templates.ts'

const root = mkdtempSync(path.join(tmpdir(), 'mail-templates-'))
afterAll(() => rmSync(root, { recursive: true }))

function ownDirectory(files: Readonly<Record<string, string | Uint8Array>>): string {
  const directory = mkdtempSync(path.join(root, 'own-'))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(directory, name)), { recursive: true })
    writeFileSync(path.join(directory, name), content)
  }
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

describe('an own directory', () => {
  it('replaces single files; the rest stays ours', () => {
    const directory = ownDirectory({ 'password-set.txt.liquid': 'Subject: Moin {{ appName }}\n\nMoin {{ name }}!\n' })
    const mine = loadTemplates({ ownDirectory: directory })
    expect(mine.render('password-set', 'en', values)).toEqual({
      ...render('password-set'),
      subject: 'Moin Acme & Söhne',
      text: 'Moin Ada Lovelace!\n',
    })
    expect(mine.render('verification', 'en', values)).toEqual(render('verification'))
  })

  it('replaces a file in every language, and what stands around it is in one', () => {
    const directory = ownDirectory({
      'verification.txt.liquid': 'Subject: {{ language }}\n\n{{ link }}\n{{ code }}\nwithin {{ expiresIn }}\n',
      'verification.html.liquid': "{% layout 'layout.html.liquid' %}{% block content %}own, {{ expiresIn }}{% endblock %}",
    })
    const mine = loadTemplates({ ownDirectory: directory })
    for (const language of languages) {
      const { subject, text, html } = mine.render('verification', language, values)
      expect([subject, text]).toEqual(['en', `${values.link}\n${code}\nwithin 15 minutes\n`])
      expect(html).toMatch(/<html lang="en">.*<p>Hello Ada Lovelace,<\/p>\s*own, 15 minutes.*Sent by/s)
      expect(mine.render('password-set', language, values)).toEqual(render('password-set', {}, language))
    }
  })

  it('replaces a file in one language, where there is one for that, and else in all', () => {
    const text = (words: string) => `Subject: ${words}\n\n${words} {{ when }}\n`
    const directory = ownDirectory({
      'password-set.txt.liquid': text('everybody'),
      'de/password-set.txt.liquid': text('moin'),
      'en/password-set.txt.liquid': text('hi'),
      'de/layout.html.liquid': '<moin lang="{{ language }}">{% block content %}{% endblock %}',
    })
    const mine = loadTemplates({ ownDirectory: directory })
    const subjects = languages.map((language) => [language, mine.render('password-set', language, values).subject])
    expect(Object.fromEntries(subjects)).toMatchObject({ de: 'moin', en: 'hi', es: 'everybody', fr: 'everybody' })
    expect(mine.render('password-set', 'de', values).text).toMatch(/^moin 4\. März 2026 .*UTC\n$/)
    expect(mine.render('verification', 'de', values).html).toMatch(/^<moin lang="de">\s*<p>Bitte bestätigen Sie/)
    for (const language of languages.filter((one) => one !== 'de')) {
      const { html } = mine.render('password-set', language, values)
      expect(html).toBe(render('password-set', {}, language).html)
    }
  })

  it('can say in its own words where somebody was', () => {
    const mine = loadTemplates({ ownDirectory: ownDirectory({ 'de/place.txt.liquid': '{{ ip }}/{{ browser }}/{{ system }}\n' }) })
    expect(mine.render('mailbox-proved', 'de', values).text).toContain('203.0.113.7/Firefox/Linux')
    expect(mine.render('mailbox-proved', 'fr', values).text).toContain('203.0.113.7 (Firefox sur Linux)')
  })

  it('can replace the layout under all pages, in every language', () => {
    const own = { 'layout.html.liquid': '<own>{% block content %}{% endblock %}' }
    const mine = loadTemplates({ ownDirectory: ownDirectory(own) })
    for (const language of languages)
      expect(mine.render('test', language, values).html).toContain(render('test', {}, language).html.match(/<p>.*UTC/)?.[0])
  })

  it('can replace the layout under all pages', () => {
    const layout = '<html lang="de"><title>{% block title %}{% endblock %}</title>{% block content %}{% endblock %}{{ name }}'
    const mine = loadTemplates({ ownDirectory: ownDirectory({ 'layout.html.liquid': layout }) })
    for (const kind of kinds)
      expect(mine.render(kind, 'en', { ...values, name: '<b>' }).html).toMatch(/^<html lang="de">.*&lt;b&gt;$/s)
  })

  it('may come from an editor that writes a byte order mark and other line ends', () => {
    const text = '\ufeffSubject: Hi\r\n\r\n{{ link }}\r\n{{ code }}\r\n'
    const mine = loadTemplates({ ownDirectory: ownDirectory({ 'set-password.txt.liquid': text }) })
    expect(mine.render('set-password', 'en', values)).toMatchObject({ subject: 'Hi', text: `${values.link}\n${code}\n` })
  })

  it('is read once: what happens to the files later changes nothing', () => {
    const directory = ownDirectory({ 'layout.html.liquid': 'one', 'password-set.txt.liquid': 'Subject: one\n\none' })
    const mine = loadTemplates({ ownDirectory: directory })
    rmSync(directory, { recursive: true })
    expect(mine.render('password-set', 'en', values)).toEqual({ subject: 'one', text: 'one\n', html: 'one' })
  })

  it('may hold hidden files, and links that stay inside, as a mounted volume does', () => {
    const directory = ownDirectory({ '.gitignore': '*' })
    mkdirSync(path.join(directory, '..data'))
    writeFileSync(path.join(directory, '..data', 'layout.html.liquid'), 'linked')
    symlinkSync(path.join('..data', 'layout.html.liquid'), path.join(directory, 'layout.html.liquid'))
    expect(loadTemplates({ ownDirectory: directory }).render('password-set', 'en', values).html).toBe('linked')
  })
})

describe('a mistake in an own directory', () => {
  const text = (body: string) => ({ 'password-set.txt.liquid': `Subject: Hi\n\n${body}` })
  const page = (body: string) => ({ 'password-set.html.liquid': body })
  const known = 'appName, publicUrl, name, when, language'

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
      'layout.html.liquid, line 2: unknown variable when; there are appName, publicUrl, name, code, link, expiresIn, language',
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
    [
      'an unknown variable in one language',
      { 'fr/password-set.txt.liquid': 'Subject: Salut\n\n{{ nope }}' },
      `fr/password-set.txt.liquid, line 3: unknown variable nope; there are ${known}`,
    ],
    [
      'a code that is not alone on its line in one language',
      { 'de/set-password.txt.liquid': 'Subject: Hi\n\nCode: {{ code }}\n{{ link }}\n' },
      'de/set-password.txt.liquid: must have {{ code }} alone on a line',
    ],
    [
      'an unknown variable in how places are named',
      { 'es/place.txt.liquid': '{{ ip }} {{ country }}' },
      'es/place.txt.liquid, line 1: unknown variable country; there are ip, browser, system',
    ],
    [
      'a language that we do not speak',
      { 'tlh/password-set.txt.liquid': '' },
      `tlh: is not one of the languages ${languages.join(', ')}`,
    ],
    [
      'a name in a language that is no template',
      { 'de/pasword-set.txt.liquid': '' },
      expect.stringMatching(/^de\/pasword-set\.txt\.liquid: is not the name/),
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
