import '../../../subjects/index.ts'
import { describe, expect, it } from 'vitest'
import { load } from '../../../../test/support/loaded-config.ts'
import { PASSWORD_WORD } from '../../../../test/support/password-word.ts'
import { viewFor } from '../../../gate/pages/view.ts'
import { catalogues, type Language } from './catalogues.ts'
import { withoutPasswords } from './without-passwords.ts'

const LANGUAGES = Object.keys(catalogues) as Language[]

/** Words of what is not there where there are no passwords, by the beginning of their path, and why it is not. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  'pages that are not found': ['forgotPassword', 'resetPassword', 'setPassword', 'checkMail.reset'],
  'parts of pages that are left out': [
    'account.password',
    'signIn.forgot',
    'console.newUser.passwordHint',
    'console.user.password',
    'console.user.sendReset',
    'console.user.titles.sendReset',
    'account.twoFactor.needsPassword',
    'account.providers.passwordFirst',
    'addressProved.notMine',
    'addressProved.choose',
    'lifecycle.link.newPassword',
    'lifecycle.revert.password',
    'lifecycle.revert.reset',
    'lifecycle.revert.dead',
    'lifecycle.notMe.password',
    'lifecycle.notMe.reset',
    'lifecycle.notMe.dead',
    'console.signIn.again',
  ],
  'fields, and what they say when they are empty': ['common', 'forms'],
  'what an action tells of that is refused': [
    'passwordQuestion',
    'signUp.codeSent',
    'signIn.passwordSet',
    'security.passwordAgain',
    'factors.use.password',
    'console.done.resetSent',
    'addressProved.kinds.password',
  ],
  'errors of routes that are refused, or of fields': ['errors'],
  'what happened while there were passwords': [
    'console.events.password',
    'console.events.admin.user.reset_sent',
    'console.audit.groups.passwords',
    'console.importedPasswords',
    'ended',
    'account.sessions.methods.password',
  ],
}

type Gapped = (...values: string[]) => string
type Text = readonly [path: string, text: string | Gapped]

const textsOf = (words: object, path = ''): Text[] =>
  Object.entries(words).flatMap(([name, value]): Text[] =>
    typeof value === 'object' ? textsOf(value, `${path}${name}.`) : [[`${path}${name}`, value]],
  )

const said = (text: string | Gapped): string => (typeof text === 'string' ? text : text('', '', ''))

/** All but what is said of a weak password, which is no sentence with gaps. */
const allTexts = ({ weakness: _weakness, ...words }: (typeof catalogues)[Language]): Text[] => textsOf(words)

describe.each(LANGUAGES)('the words without passwords, in %s', (language) => {
  const usual = allTexts(catalogues[language])
  const usualAt = new Map(usual)

  it('each stand beside one that they replace, with the same gaps', () => {
    const variants = usual.filter(([path]) => path.includes('withoutPasswords.'))
    const kindOf = (text: unknown) => (typeof text === 'function' ? text.length : typeof text)
    expect(variants.length).toBeGreaterThan(20)
    for (const [path, text] of variants)
      expect([path, kindOf(usualAt.get(path.replace('withoutPasswords.', '')))]).toEqual([path, kindOf(text)])
  })

  it('are what is said in its place, and all others stay', () => {
    const isVariant = (path: string) => path.includes('withoutPasswords.')
    const wanted = new Map(usual.filter(([path]) => !isVariant(path)))
    for (const [path, text] of usual) if (isVariant(path)) wanted.set(path.replace('withoutPasswords.', ''), text)
    expect(new Map(allTexts(withoutPasswords(catalogues[language])))).toEqual(wanted)
  })

  it('say the word only of what is not there', () => {
    const allowed = Object.values(ELSEWHERE).flat()
    const found = allTexts(withoutPasswords(catalogues[language])).filter(([, text]) => PASSWORD_WORD.test(said(text)))
    expect(found.filter(([path]) => !allowed.some((start) => path.startsWith(start)))).toEqual([])
  })

  it.each([{}, { EMAIL_SIGN_IN: 'existing' }, { ENABLE_EMAIL_PASSWORD: 'false' }])(
    'are not those of a service with %j',
    (env) => {
      const view = viewFor({
        config: load({ env: { SMTP_URL: 'smtp://localhost', ...env } }),
        accepted: language,
        chosen: undefined,
        now: 0,
      })
      expect(view.t).toBe(catalogues[language])
    },
  )
})
