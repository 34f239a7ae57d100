import type { Static } from 'typebox'
import type { PageProps } from '../../../gate/pages/view.ts'
import { Acts } from '../../../platform/pages/components/acts.tsx'
import { ButtonForm } from '../../../platform/pages/components/button-form.tsx'
import { ConfirmPanel } from '../../../platform/pages/components/confirm-panel.tsx'
import { Panel } from '../../../platform/pages/components/panel.tsx'
import { sentence } from '../../../platform/pages/components/sentence.ts'
import { Ago, Happened, Time } from '../../../platform/pages/components/time.tsx'
import type { ClientView } from '../clients/client-view.ts'

type ActsProps = PageProps & { readonly client: Static<typeof ClientView> }

export function ClientSecrets({ view, visit, client }: ActsProps) {
  const words = view.t.console.clients
  const isRotating = client.secrets.length > 1
  return (
    <Panel id="secrets" title={words.secrets} lead={words.secretsLead}>
      <ul class="things">
        {client.secrets.map(({ id, createdAt, expiresAt, lastUsedAt }) => (
          <li key={id}>
            <p class="line">
              {expiresAt === null ? <b>{words.secretInUse}</b> : <Time view={view} label={words.secretOld} at={expiresAt} />}
              <Time view={view} label={words.created} at={createdAt} />
              <Happened
                view={view}
                label={words.lastUsed}
                when={lastUsedAt === null ? words.never : <Ago view={view} at={lastUsedAt} />}
              />
            </p>
          </li>
        ))}
      </ul>
      <Acts>
        {isRotating ? (
          <ConfirmPanel summary={words.endOlder} title={words.endOlderTitle}>
            <p>{sentence(words.endOlderConsequence, <bdi>{client.name}</bdi>)}</p>
            <ButtonForm form={{ view, visit, action: 'endOlder' }} submit={words.endOlderSubmit} tone="danger" hasCancel />
          </ConfirmPanel>
        ) : (
          <ConfirmPanel summary={words.rotate} title={words.rotateTitle}>
            <p>{words.rotateConsequence}</p>
            <ButtonForm form={{ view, visit, action: 'rotate' }} submit={words.rotateSubmit} tone="plain" hasCancel />
          </ConfirmPanel>
        )}
      </Acts>
    </Panel>
  )
}

export function ClientEnding({ view, visit, client }: ActsProps) {
  const words = view.t.console.clients
  const name = <bdi>{client.name}</bdi>
  return (
    <Panel id="end" title={words.end} tone="danger">
      <Acts>
        {client.disabledAt === null ? (
          <ConfirmPanel summary={words.disable} title={words.disableTitle}>
            <p>{sentence(words.disableConsequence, name)}</p>
            <ButtonForm form={{ view, visit, action: 'disable' }} submit={words.disableSubmit} tone="danger" hasCancel />
          </ConfirmPanel>
        ) : (
          <ButtonForm form={{ view, visit, action: 'enable' }} submit={words.enable} />
        )}
        <ConfirmPanel summary={words.remove} title={words.removeTitle} tone="danger">
          <p>{sentence(words.removeConsequence, name)}</p>
          <ButtonForm form={{ view, visit, action: 'remove' }} submit={words.removeSubmit} tone="danger" hasCancel />
        </ConfirmPanel>
      </Acts>
    </Panel>
  )
}
