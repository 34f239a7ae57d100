import type { Deps } from '../../core/deps.ts'
import { type DeliveredMail, deliveredMails } from '../../core/mails/delivered-mails.ts'
import { timestamp } from '../../kernel/clock.ts'
import type { Page } from '../../kernel/page.ts'
import { htmlDocument } from '../components/html-document.tsx'
import { devInboxStyle } from './dev-inbox-style.ts'

/** `/dev/inbox`: the mails of a development machine. No script: a mail is chosen with `?mail=<id>`, else it is the newest. */
const inbox: Page<Deps> = {
  path: '/dev/inbox',
  isLoopbackOnly: true,
  async render({ query }, deps) {
    const mails = await deliveredMails(deps)
    const chosen = query['mail'] === undefined ? mails[0] : mails.find(({ id }) => id === query['mail'])
    if (!chosen && query['mail'] !== undefined) return undefined
    const { appName } = deps.config.server
    const body = <Inbox appName={appName} mails={mails} chosen={chosen} />
    return { ...htmlDocument({ title: `Development inbox of ${appName}`, style: devInboxStyle, body }), hasFrames: true }
  },
}

/** The HTML part as a mail reader would show it: operators replace templates, so it is not taken for a page of ours. */
const mailAlone: Page<Deps> = {
  path: '/dev/inbox/{id}',
  isLoopbackOnly: true,
  async render({ params }, deps) {
    const mail = (await deliveredMails(deps)).find(({ id }) => id === params['id'])
    return mail && { html: mail.html, isForeign: true }
  },
}

export const devInboxPages: readonly Page<Deps>[] = [inbox, mailAlone]

interface InboxProps {
  readonly appName: string
  readonly mails: readonly DeliveredMail[]
  readonly chosen: DeliveredMail | undefined
}

function Inbox({ appName, mails, chosen }: InboxProps) {
  return (
    <>
      <header>
        <h1>Development inbox</h1>
        <p class="notice">
          <strong>No mail is really sent.</strong> <code>SMTP_URL</code> is not set, so what {appName} would send is kept on this
          machine and shown here.
        </p>
        <p class="actions">
          <a href="/dev/inbox">Look again</a>
          <a href="/dev/inbox.json">As JSON</a>
          {chosen && (
            <a class="jump" href="#mails">
              All mails
            </a>
          )}
        </p>
      </header>
      {chosen ? (
        <div class="columns">
          <main>
            <Mail {...chosen} />
          </main>
          <MailList mails={mails} chosen={chosen} />
        </div>
      ) : (
        <Empty />
      )}
    </>
  )
}

const Empty = () => (
  <main class="empty">
    <h2>No mail yet</h2>
    <p>
      Verification codes, password resets and every other mail appear here as soon as somebody asks for one. For example, send an
      address that has an account to <code>POST /auth/forgot-password</code>, then look again.
    </p>
  </main>
)

function MailList({ mails, chosen }: { mails: readonly DeliveredMail[]; chosen: DeliveredMail }) {
  return (
    <nav id="mails" aria-labelledby="mails-title">
      <h2 id="mails-title">{mails.length === 1 ? 'One mail' : `${mails.length} mails, newest first`}</h2>
      <ol>
        {mails.map(({ id, subject, to, createdAt }) => (
          <li key={id}>
            <a href={`/dev/inbox?mail=${id}`} {...(id === chosen.id && { 'aria-current': 'true' as const })}>
              <b>{subject}</b>
              <span>{to}</span>
              <Time at={createdAt} />
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
        To <b>{to}</b>, <Time at={createdAt} />
      </p>
      {code !== undefined && (
        <div class="code">
          <h3>Code, one click selects it</h3>
          <code class={code.length > 20 ? 'long' : undefined}>{code}</code>
          {link !== undefined && <a href={link}>Open the link instead</a>}
        </div>
      )}
      <h3>
        As people see it <a href={`/dev/inbox/${id}`}>Open it alone</a>
      </h3>
      <iframe sandbox="" src={`/dev/inbox/${id}`} title="The mail as people see it" />
      <h3>As text</h3>
      <pre>{text}</pre>
    </article>
  )
}

const Time = ({ at }: { at: number }) => {
  const iso = timestamp(at)
  return <time dateTime={iso}>{`${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`}</time>
}

/** Every template has them alone on a line each, in one of these shapes: a code to type, digits to type, a token to paste. */
function secretsIn(text: string): { code: string | undefined; link: string | undefined } {
  const lines = text.split('\n')
  return {
    code: lines.find((line) => /^(?:[0-9A-Z]{4}(?:-[0-9A-Z]{4}){2}|\d{6}|[\w-]{43})$/.test(line)),
    link: lines.find((line) => /^https?:\/\/\S+$/.test(line)),
  }
}
