import type { Deps } from '../../../gate/deps.ts'
import { type DeliveredMail, deliveredMails } from '../../../gate/mails/delivered-mails.ts'
import { themeOf } from '../../../gate/pages/stylesheet.ts'
import { hasPasswords } from '../../../gate/passwords/has-passwords.ts'
import type { Page } from '../../../platform/kernel/page.ts'
import { htmlDocument } from '../../../platform/pages/components/html-document.tsx'
import { devInboxStyle } from './dev-inbox-style.ts'
import { DevTabs, DevTime } from './dev-parts.tsx'

/** Works without a script: a mail is chosen with `?mail=<id>`, else it is the newest. */
const inbox: Page<Deps> = {
  path: '~/dev/inbox',
  isLoopbackOnly: true,
  async render({ query }, deps) {
    const all = await deliveredMails(deps)
    const filter = { q: textOf(query['q']), to: textOf(query['to']) }
    const mails = all.filter((mail) => fits(mail, filter))
    const chosen = query['mail'] === undefined ? mails[0] : all.find(({ id }) => id === query['mail'])
    if (!chosen && query['mail'] !== undefined) return undefined
    const { pages, server } = deps.config
    const shown = { all, mails, chosen, filter, hasPasswords: hasPasswords(deps.config) }
    const body = <Inbox appName={server.appName} {...shown} />
    const style = themeOf(pages) + devInboxStyle
    return { ...htmlDocument({ title: `Development inbox of ${server.appName}`, style, body }), hasFrames: true }
  },
}

/** Operators replace mail templates, so the HTML of a mail is served as foreign, not as a page of this service. */
const mailAlone: Page<Deps> = {
  path: '~/dev/inbox/{id}',
  isLoopbackOnly: true,
  async render({ params }, deps) {
    const mail = (await deliveredMails(deps)).find(({ id }) => id === params['id'])
    return mail && { html: mail.html, isForeign: true }
  },
}

export const devInboxPages: readonly Page<Deps>[] = [inbox, mailAlone]

/** An empty text does not filter. */
type Filter = { readonly q: string; readonly to: string }

/** A parameter that came twice is an array, and counts as empty. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

function fits({ subject, to, text }: DeliveredMail, filter: Filter): boolean {
  const search = filter.q.toLowerCase()
  return (filter.to === '' || to === filter.to) && [subject, to, text].some((one) => one.toLowerCase().includes(search))
}

interface InboxProps {
  readonly appName: string
  readonly all: readonly DeliveredMail[]
  readonly mails: readonly DeliveredMail[]
  readonly chosen: DeliveredMail | undefined
  readonly filter: Filter
  readonly hasPasswords: boolean
}

function Inbox({ appName, all, mails, chosen, filter, hasPasswords }: InboxProps) {
  return (
    <>
      <header>
        <h1>Development inbox</h1>
        <DevTabs here="mails" />
        <p class="notice">
          <strong>No mail is really sent.</strong> <code>SMTP_URL</code> is not set, so what {appName} would send is kept on this
          machine and shown here.
        </p>
        <p class="actions">
          <a href="~/dev/inbox">Look again</a>
          <a href="~/dev/inbox.json">As JSON</a>
          {chosen && (
            <a class="jump" href="#mails">
              All mails
            </a>
          )}
        </p>
        {all.length > 0 && <Search all={all} filter={filter} />}
      </header>
      {chosen ? (
        <div class="columns">
          <main>
            <Mail {...chosen} />
          </main>
          <MailList mails={mails} chosen={chosen} filter={filter} />
        </div>
      ) : (
        <Empty isFiltered={all.length > 0} hasPasswords={hasPasswords} />
      )}
    </>
  )
}

function Search({ all, filter }: Pick<InboxProps, 'all' | 'filter'>) {
  const people = [...new Set(all.map(({ to }) => to))].sort()
  return (
    <form class="search" method="get" action="~/dev/inbox">
      <input type="search" name="q" aria-label="Search in subject and text" placeholder="Search…" value={filter.q} />
      <select name="to" aria-label="Recipient">
        <option value="">Everyone</option>
        {people.map((one) => (
          <option key={one} value={one} selected={one === filter.to}>
            {one}
          </option>
        ))}
      </select>
      <button type="submit">Filter</button>
    </form>
  )
}

const Empty = ({ isFiltered, hasPasswords }: Pick<InboxProps, 'hasPasswords'> & { readonly isFiltered: boolean }) => (
  <main class="empty">
    <h2>{isFiltered ? 'No mail matches' : 'No mail yet'}</h2>
    {isFiltered ? (
      <p>
        <a href="~/dev/inbox">Show all of them</a>
      </p>
    ) : (
      <p>
        {hasPasswords ? 'Verification codes, password resets' : 'Codes to sign in with'} and all other mails appear here as soon
        as they are asked for. For example, send an address that has an account to{' '}
        <code>POST {hasPasswords ? '/auth/forgot-password' : '/auth/code/request'}</code>, then look again.
      </p>
    )}
  </main>
)

const addressOf = (mail: string, filter: Filter): string =>
  `~/dev/inbox?${new URLSearchParams(Object.entries({ mail, ...filter }).filter(([, value]) => value !== ''))}`

function MailList({ mails, chosen, filter }: Pick<InboxProps, 'mails' | 'filter'> & { readonly chosen: DeliveredMail }) {
  return (
    <nav id="mails" aria-labelledby="mails-title">
      <h2 id="mails-title">{mails.length === 1 ? 'One mail' : `${mails.length} mails, newest first`}</h2>
      <ol>
        {mails.map(({ id, subject, to, createdAt }) => (
          <li key={id}>
            <a href={addressOf(id, filter)} {...(id === chosen.id && { 'aria-current': 'true' as const })}>
              <b>{subject}</b>
              <span>{to}</span>
              <DevTime at={createdAt} />
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Mail({ id, subject, to, text, createdAt }: DeliveredMail) {
  const { code, link } = secretsIn(text)
  return (
    <article>
      <h2>{subject}</h2>
      <p class="about">
        To <b>{to}</b>, <DevTime at={createdAt} />
      </p>
      {code !== undefined && (
        <div class="code">
          <h3>Code, one click selects it</h3>
          <code class={code.length > 20 ? 'long' : undefined}>{code}</code>
          {link !== undefined && <a href={link}>Open the link instead</a>}
        </div>
      )}
      <h3>
        As people see it <a href={`~/dev/inbox/${id}`}>Open it alone</a>
      </h3>
      <iframe sandbox="" src={`~/dev/inbox/${id}`} title="The mail as people see it" />
      <h3>As text</h3>
      <pre>{text}</pre>
    </article>
  )
}

/** Every template has its code and its link alone on a line. A code is one to type, six digits, or a token to paste. */
function secretsIn(text: string): { code: string | undefined; link: string | undefined } {
  const lines = text.split('\n')
  return {
    code: lines.find((line) => /^(?:[0-9A-Z]{4}(?:-[0-9A-Z]{4}){2}|\d{6}|[\w-]{43})$/.test(line)),
    link: lines.find((line) => /^https?:\/\/\S+$/.test(line)),
  }
}
