import type { Deps } from '../../../gate/deps.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { themeOf } from '../../../gate/pages/stylesheet.ts'
import type { Page } from '../../../platform/kernel/page.ts'
import { htmlDocument } from '../../../platform/pages/components/html-document.tsx'
import { DevTabs, DevTime, devInboxStyle } from '../../service/index.ts'
import { MOST_RECEIVED, type ReceivedWebhook, receivedIn } from '../tables/received.ts'
import { RECEIVER_PATH, receiverAddress } from './receiver.ts'

/** Works without a script: a delivery is chosen with `?delivery=<id>`, else it is the newest. */
export const receivedPage: Page<Deps> = {
  path: RECEIVER_PATH,
  isLoopbackOnly: true,
  async render({ query }, { config, store }) {
    const all = await receivedIn(store).newest()
    const wanted = query['delivery']
    const chosen = wanted === undefined ? all[0] : all.find(({ id }) => id === wanted)
    if (!chosen && wanted !== undefined) return undefined
    const { pages, server } = config
    const style = themeOf(pages) + devInboxStyle
    const body = <Received address={receiverAddress(config) ?? ''} all={all} chosen={chosen} />
    return htmlDocument({ title: `Webhooks of ${server.appName} in development`, style, body })
  },
}

interface ReceivedProps {
  readonly address: string
  readonly all: readonly ReceivedWebhook[]
  readonly chosen: ReceivedWebhook | undefined
}

function Received({ address, all, chosen }: ReceivedProps) {
  return (
    <>
      <header>
        <h1>Development inbox</h1>
        <DevTabs here="webhooks" />
        <p class="notice">
          <strong>A webhook to this address needs no server:</strong> <code>{address}</code> takes whatever is sent to it and
          shows the last {MOST_RECEIVED} here, for a day. It is there in development only.
        </p>
        <p class="actions">
          <a href={RECEIVER_PATH}>Look again</a>
          <a href={pagePaths.consoleWebhooks}>Webhooks in the console</a>
          {chosen && (
            <a class="jump" href="#deliveries">
              All deliveries
            </a>
          )}
        </p>
      </header>
      {chosen ? (
        <div class="columns">
          <main>
            <Delivery {...chosen} />
          </main>
          <Deliveries all={all} chosen={chosen} />
        </div>
      ) : (
        <main class="empty">
          <h2>Nothing received yet</h2>
          <p>
            Make a webhook to <code>{address}</code> on the page Webhooks of the console, send it a test or let something happen,
            then look again.
          </p>
        </main>
      )}
    </>
  )
}

const verdictOf = ({ isVerified }: ReceivedWebhook): string =>
  isVerified === 1 ? 'Signature verifies' : 'Signature does not verify'

function Deliveries({ all, chosen }: { readonly all: readonly ReceivedWebhook[]; readonly chosen: ReceivedWebhook }) {
  return (
    <nav id="deliveries" aria-labelledby="deliveries-title">
      <h2 id="deliveries-title">{all.length === 1 ? 'One delivery' : `${all.length} deliveries, newest first`}</h2>
      <ol>
        {all.map((one) => (
          <li key={one.id}>
            <a href={`${RECEIVER_PATH}?delivery=${one.id}`} {...(one === chosen && { 'aria-current': 'true' as const })}>
              <b>{typeOf(one)}</b>
              <span>{verdictOf(one)}</span>
              <DevTime at={one.receivedAt} />
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Delivery(received: ReceivedWebhook) {
  const { headers, body, receivedAt } = received
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${[value].flat().join(', ')}`)
  return (
    <article>
      <h2>{typeOf(received)}</h2>
      <p class="about">
        <b>{verdictOf(received)}</b>, <DevTime at={receivedAt} />
      </p>
      <h3>Body, in lines; what is signed is its text as it came</h3>
      <pre>{JSON.stringify(JSON.parse(body), null, 2)}</pre>
      <h3>Headers</h3>
      <pre>{lines.join('\n')}</pre>
    </article>
  )
}

/** A receiver takes whatever JSON comes. */
function typeOf({ body }: ReceivedWebhook): string {
  const { type } = Object(JSON.parse(body))
  return typeof type === 'string' ? type : 'No type'
}
