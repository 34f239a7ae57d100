import { describe, expect, it } from 'vitest'
import { pagePaths } from '../../src/gate/page-paths.ts'
import { mailKinds } from '../../src/platform/mail/mail-kinds.ts'
import { samplesOf } from '../../src/platform/mail/mail-samples.ts'
import { catalogues } from '../../src/platform/pages/words/catalogues.ts'
import { FACTOR_CHANGES } from '../../src/subjects/factors/mails.ts'
import { passwordsMails } from '../../src/subjects/passwords/mails.ts'
import type { Browser } from '../support/browser.ts'
import { isFull } from '../support/form.ts'
import type { HtmlPage } from '../support/html-page.ts'
import { codeIn } from '../support/moving.ts'
import { PageVisitor } from '../support/page-visitor.ts'
import { PASSWORD_WORD } from '../support/password-word.ts'
import { ours, oursWithoutPasswords } from '../support/rendered-mail.ts'
import { shared } from '../support/shared.ts'
import { NO_PASSWORDS, withoutPasswords } from '../support/without-passwords.ts'
import { world } from '../support/world.ts'

const LANGUAGES = Object.keys(catalogues)

/** Somebody who reads a language, and notes every page on which the word is read. */
class Reader extends PageVisitor {
  readonly found: string[] = []
  readonly seen: HtmlPage[] = []
  readonly #headers: Record<string, string>

  constructor(browser: Browser, language: string) {
    super(browser)
    this.#headers = { 'accept-language': language }
  }

  override open = async (path: string) => this.#read(await super.open(path, this.#headers))
  override submit = async (action: string, fields = {}) => this.#read(await super.submit(action, fields, this.#headers))
  override post = async (path: string, fields: Readonly<Record<string, string>>) =>
    this.#read(await super.post(path, fields, this.#headers))

  #read(page: HtmlPage): HtmlPage {
    const [, before, word] = new RegExp(`(.{0,60})(${PASSWORD_WORD.source})`, 'is').exec(readable(page)) ?? []
    if (word !== undefined) this.found.push(`${page.address}: ${before}${word}`)
    this.seen.push(page)
    return page
  }
}

/** Scripts and styles are the same in every service. */
const withoutCode = (html: string): string => html.replace(/<(script|style)\b.*?<\/\1>/gs, '')

/** Forms repeat the address that was typed. */
const readable = ({ html, address }: HtmlPage): string => withoutCode(html).replaceAll(address.replaceAll('&', '&amp;'), '')

/** What pages say of what was done, and where they lead on. */
const STATES = [
  '/sign-in?notice=password',
  '/sign-in?notice=password-set',
  '/sign-in?notice=ended-all',
  '/sign-in?error=email_already_exists',
  '/check-your-mail?for=reset',
  '/check-your-mail?for=reset&done=ended',
  '/check-your-mail?for=verification',
  '/not-me?done=moved',
  '/two-factor?challengeId=00000000-0000-4000-8000-000000000000',
  '/account?done=password',
  '/account/security?done=two-factor-on',
  '/account/security?resume=enableTwoFactor',
  '/account/security?resume=disableTwoFactor',
  '/account/data?resume=deleteAccount',
  '/account/connections?after=reset',
]

describe('where there are no passwords', () => {
  const service = shared(withoutPasswords)

  it.each(isFull ? LANGUAGES : LANGUAGES.slice(0, 2))('no page says the word in %s, whoever looks', async (language) => {
    const { browser, bare, ada, root, adaId, rootId, orgId } = service()
    const details = [`/console/users/${adaId}`, `/console/users/${rootId}`, `/console/organisations/${orgId}`, '/orgs/acme']
    const paths = [...Object.values(pagePaths).map((path) => path.slice(1)), ...STATES, ...details]
    const [stranger, member, administrator] = [browser(), ada, root].map((one) => new Reader(one.clone(), language))
    for (const path of paths) for (const reader of [stranger, member, administrator]) await reader?.open(path)
    const refused = new Reader(bare.clone(), language)
    await refused.open('/console')
    expect(refused.page.text).toContain(catalogues[language as 'en'].console.signIn.withoutPasswords.nothingToShow)
    const readers = [stranger, member, administrator, refused]
    expect(readers.flatMap((reader) => reader?.found)).toEqual([])
    const shown = readers.flatMap((reader) => reader?.seen.filter(({ status }) => status === 200).map(({ path }) => path))
    expect(new Set(shown).size).toBeGreaterThan(35)
  })

  it.each(LANGUAGES)('no page that a mail leads to says the word in %s', async (language) => {
    const { browser, mail } = service()
    const guest = new Reader(browser(), language)
    for (const [path, email] of [
      ['/invite', 'guest@example.com'],
      ['/org-invite', 'member@example.com'],
    ] as const) {
      await guest.open(path)
      const { hash } = new URL((await mail.newest(email)).link)
      const page = await guest.submit('open', {
        code: new URLSearchParams(hash.slice(1)).get('token') ?? codeIn(`http://x/${hash}`),
      })
      expect(page.field('name'), path).toBeDefined()
    }
    expect(guest.found).toEqual([])
  })

  it('the inbox of development asks for a code, too', async () => {
    const { browser } = await world({ env: NO_PASSWORDS })
    const page = await new PageVisitor(browser()).open('/dev/inbox')
    expect([page.status, page.text.includes('POST /auth/code/request'), PASSWORD_WORD.test(page.html)]).toEqual([
      200,
      true,
      false,
    ])
  })

  it('leads nobody to a reset', async () => {
    const visitor = new PageVisitor(service().browser())
    expect((await visitor.open('/check-your-mail?for=reset')).status).toBe(404)
    expect((await visitor.open('/check-your-mail?for=verification')).status).toBe(200)
  })
})

describe('mails where there are no passwords', () => {
  const { render } = oursWithoutPasswords
  /** The flows that send them are switched off. */
  const unsent = Object.keys(passwordsMails)
  const kinds = mailKinds().filter((kind) => !unsent.includes(kind))
  const changes = FACTOR_CHANGES.map((change) => ({ change }))

  it.each(LANGUAGES)('none says the word in %s', (language) => {
    const found = kinds.flatMap((kind) =>
      samplesOf(kind).flatMap((sample) =>
        (kind === 'factors-changed' ? changes : [{}]).flatMap((change) => {
          const { subject, text = '', html = '' } = render(kind, language, { ...sample, ...change })
          return [subject, text, withoutCode(html)].some((part) => PASSWORD_WORD.test(part)) ? [kind] : []
        }),
      ),
    )
    expect([found, kinds.length]).toEqual([[], mailKinds().length - 4])
  })

  it.each(LANGUAGES)('say in %s what helps instead, and only where another says the word', (language) => {
    const differ = kinds.filter((kind) =>
      samplesOf(kind).some((sample) => render(kind, language, sample).text !== ours.render(kind, language, sample).text),
    )
    const saying = kinds.filter((kind) =>
      samplesOf(kind).some((sample) => PASSWORD_WORD.test(ours.render(kind, language, sample).text ?? '')),
    )
    expect(differ).toEqual(saying)
    expect(differ.length).toBe(12)
  })

  it('are those that are sent', async () => {
    const { outbox, mail } = await withoutPasswords()
    await outbox.idle()
    const texts = mail.mails.map(({ subject = '', text = '', html = '' }) => `${subject} ${text} ${withoutCode(html)}`)
    expect(texts.filter((text) => PASSWORD_WORD.test(text))).toEqual([])
    const [advice] = texts.filter((text) => text.includes('A passkey was added'))
    expect(advice?.replaceAll('\n', ' ')).toContain(
      'make sure that nobody else can read your mail, sign in, sign out everywhere else',
    )
  })
})
