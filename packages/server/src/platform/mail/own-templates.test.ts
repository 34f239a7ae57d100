import '../../subjects/index.ts'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ownDirectory } from '../../../test/support/own-templates.ts'
import { code, kinds, languages, render, values } from '../../../test/support/rendered-mail.ts'
import { loadTemplates } from './mail-templates.ts'

describe('an own directory', () => {
  it('replaces single files; the rest stays ours', () => {
    const directory = ownDirectory({ 'password-set.txt.liquid': 'Subject: Moin {{ appName }}\n\nMoin {{ name }}!\n' })
    const mine = loadTemplates({ ownDirectory: directory })
    const { subject, text, html } = mine.render('password-set', 'en', values)
    expect([subject, text]).toEqual(['Moin Acme & Söhne', 'Moin Ada Lovelace!\n'])
    // All of it is the operator's, so nothing of ours greets or signs beside it.
    expect(html).toMatch(/<h1>Moin Acme &amp; Söhne<\/h1>\s*<p>Moin Ada Lovelace!<\/p>\s*<\/div>/)
    expect(html).not.toMatch(/Hello|Sent by/)
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
      const { html, text: own } = mine.render('password-set', language, values)
      expect(html).toContain(`<p>${own.trim()}</p>`)
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

  it('has in HTML what it says as text: paragraphs, lines, lists, a button and a code', () => {
    const text = `Subject: Hi\nButton: Go & see\n\nOne <b>\ntwo\n- a\n- b\nthree\n\n{{ link }}\n{{ code }}\n`
    const mine = loadTemplates({ ownDirectory: ownDirectory({ 'set-password.txt.liquid': text }) })
    const { html } = mine.render('set-password', 'en', values)
    expect(html.replaceAll('\n', '')).toContain(
      `<p>One &lt;b&gt;<br>two</p><ul><li>a</li><li>b</li></ul><p>three</p><p><a class="button" href="${values.link}">Go &amp; see</a></p><p class="code">`,
    )
    const plain = text.replace(/^Button.*\n/m, '')
    const bare = loadTemplates({ ownDirectory: ownDirectory({ 'set-password.txt.liquid': plain }) })
    expect(bare.render('set-password', 'en', values).html).toContain(`href="${values.link}">${values.link}</a></p>`)
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
