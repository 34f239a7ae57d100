import '../../subjects/index.ts'
import { symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ownDirectory } from '../../../test/support/own-templates.ts'
import { languages } from '../../../test/support/rendered-mail.ts'
import { MailTemplateError } from './mail-template-error.ts'
import { loadTemplates } from './mail-templates.ts'
import { SERVICE_VARIABLES } from './service-facts.ts'

const SERVICE = SERVICE_VARIABLES.join(', ')

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

describe('a mistake in an own directory', () => {
  const text = (body: string) => ({ 'password-set.txt.liquid': `Subject: Hi\n\n${body}` })
  const page = (body: string) => ({ 'password-set.html.liquid': body })
  const known = `appName, publicUrl, name, when, language, ${SERVICE}`

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
      'a variable in the layout that some mails have not',
      { 'layout.html.liquid': '\n{{ when }}' },
      [
        'link, expiresIn',
        'expiresIn',
        'link, expiresIn, askedFrom',
        'link, expiresIn, newEmail',
        'link, expiresIn, organisation, inviter, role',
      ].map(
        (variables) =>
          `layout.html.liquid, line 2: unknown variable when; there are appName, publicUrl, name, code, ${variables}, language, ${SERVICE}`,
      ),
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
    expect(problemsWith(ownDirectory(files))).toEqual([problem].flat())
  })

  it.each(["layout '../package.json'", "include '/etc/passwd'", "render './../package.json'", "include 'constructor'"])(
    'is reported: a reach for another file by %s',
    (tag) => {
      const directory = ownDirectory(page(`{% ${tag} %}`))
      writeFileSync(path.join(path.dirname(directory), 'package.json'), 'outside')
      const problems = problemsWith(directory)
      expect(problems).toEqual([expect.stringMatching(/^password-set\.html\.liquid: .*Failed to lookup/)])
    },
  )

  it('is reported: a link to a file outside', () => {
    const directory = ownDirectory({})
    const outside = path.join(path.dirname(directory), 'outside')
    writeFileSync(outside, 'outside')
    symlinkSync(outside, path.join(directory, 'layout.html.liquid'))
    expect(problemsWith(directory)).toEqual(['layout.html.liquid: is a link to a file outside of the directory'])
  })

  it('is reported: a directory that is not there', () => {
    expect(problemsWith(path.join(ownDirectory({}), 'nowhere'))).toEqual([expect.stringContaining('ENOENT')])
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
