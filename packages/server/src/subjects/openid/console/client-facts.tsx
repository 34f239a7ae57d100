import type { Static } from 'typebox'
import type { PageProps, View } from '../../../gate/pages/view.ts'
import { servedAddress } from '../../../platform/kernel/own-path.ts'
import { Acts } from '../../../platform/pages/components/acts.tsx'
import { CopyButton } from '../../../platform/pages/components/copy-button.tsx'
import { Facts } from '../../../platform/pages/components/facts.tsx'
import { Icon } from '../../../platform/pages/components/icon.tsx'
import { Panel } from '../../../platform/pages/components/panel.tsx'
import { sentence } from '../../../platform/pages/components/sentence.ts'
import { Ago, Happened } from '../../../platform/pages/components/time.tsx'
import type { ClientView, ListedClientView } from '../clients/client-view.ts'
import { isRefusal } from '../clients/refusals.ts'
import { HIDDEN_SECRET, presetFor, whatToPaste } from '../clients/what-to-paste.ts'

type Client = Static<typeof ClientView>

interface LastSeenProps {
  readonly view: View
  readonly client: Static<typeof ListedClientView>
  /** That it asked for, where it was refused for that. */
  readonly address?: string | null
}

/** When it was last used, and why it was last refused. */
export function LastSeen({ view, client, address = null }: LastSeenProps) {
  const words = view.t.console.clients
  const { lastUsedAt, lastRefusal, lastRefusedAt } = client
  return (
    <>
      <Happened
        view={view}
        label={words.lastUsed}
        when={lastUsedAt === null ? words.never : <Ago view={view} at={lastUsedAt} />}
      />
      {lastRefusal !== null && lastRefusedAt !== null && (
        <span>
          <Happened view={view} label={words.lastRefused} when={<Ago view={view} at={lastRefusedAt} />} />:{' '}
          {isRefusal(lastRefusal) ? words.refusals[lastRefusal] : lastRefusal}
          {address !== null && (
            <>
              {': '}
              <code class="address">{address}</code>
            </>
          )}
        </span>
      )}
    </>
  )
}

/** This answer is the only place where a secret is shown. */
export function SecretNotice({
  view,
  client,
  secret,
  isNew = false,
}: {
  readonly view: View
  readonly client: Pick<Client, 'name' | 'kind'>
  readonly secret: string | null
  readonly isNew?: boolean
}) {
  const words = view.t.console.clients
  const done = !isNew ? words.rotated : client.kind === 'service' ? words.madeService : words.made
  return (
    // biome-ignore lint/a11y/noAutofocus: it is shown this once
    <div class="notice" role="status" tabIndex={-1} autoFocus>
      <Icon name="check" />
      <div>
        <p>
          {sentence(done, <bdi>{client.name}</bdi>)} {secret === null ? words.noSecret : words.secretIs}
        </p>
        {secret !== null && (
          <>
            <p>
              <code class="secret" id="secret">
                {secret}
              </code>
            </p>
            <Acts>
              <CopyButton of="secret" words={words} />
            </Acts>
          </>
        )}
      </div>
    </div>
  )
}

export function PastePanel({
  view,
  visit,
  client,
  secret,
}: PageProps & { readonly client: Client; readonly secret?: string | null }) {
  const words = view.t.console.clients
  const { config } = visit.deps
  const preset = presetFor(client)
  const keepsSecret = client.secrets.length > 0
  const text = preset && whatToPaste(preset, config, client, secret ?? undefined)
  const hint = keepsSecret && !secret && text !== undefined
  return (
    <Panel id="paste" title={words.paste} {...(hint && { lead: words.pasteHint })}>
      <Facts
        facts={[
          [words.issuer, <code>{config.server.publicUrl}</code>],
          [words.discovery, <code>{servedDiscovery(config)}</code>],
          [words.clientId, <code>{client.id}</code>],
          keepsSecret && [words.clientSecret, <code>{secret ?? HIDDEN_SECRET}</code>],
        ]}
      />
      {text && (
        <>
          <p>{sentence(words.pasteInto, <b>{text.place}</b>)}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the page is scrolled by the arrow keys */}
          <pre class="block" tabIndex={0}>
            <code id="to-paste">{text.text}</code>
          </pre>
          <Acts>
            <CopyButton of="to-paste" words={words} />
          </Acts>
        </>
      )}
    </Panel>
  )
}

const servedDiscovery = (config: PageProps['visit']['deps']['config']): string =>
  new URL('/.well-known/openid-configuration', servedAddress(config.server, '~/')).href
