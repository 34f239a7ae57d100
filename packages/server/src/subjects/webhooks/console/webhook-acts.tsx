import type { PageProps } from '../../../gate/pages/view.ts'
import { Acts } from '../../../platform/pages/components/acts.tsx'
import { ButtonForm } from '../../../platform/pages/components/button-form.tsx'
import { ConfirmPanel } from '../../../platform/pages/components/confirm-panel.tsx'
import { Field, Form } from '../../../platform/pages/components/form.tsx'
import { Panel } from '../../../platform/pages/components/panel.tsx'
import type { Shown } from './webhook-facts.tsx'

type ActsProps = PageProps & { readonly webhook: Shown }

export const WebhookTest = ({ view, visit }: ActsProps) => (
  <Acts>
    <ButtonForm form={{ view, visit, action: 'test' }} submit={view.t.console.webhooks.test} />
  </Acts>
)

export function WebhookReplay({ view, visit }: ActsProps) {
  const words = view.t.console.webhooks
  const form = {
    view,
    visit,
    action: 'replay',
    fields: { invalid_input: 'from' },
    words: { invalid_input: words.badRange },
  } as const
  return (
    <Panel id="replay" title={words.replay} lead={words.replayLead}>
      <Form form={form} submit={words.replaySubmit} tone="quiet">
        <Field form={form} name="from" label={words.from} autocomplete="off" inputMode="numeric" />
        <Field form={form} name="to" label={words.to} hint={words.toHint} autocomplete="off" inputMode="numeric" isOptional />
      </Form>
    </Panel>
  )
}

export function WebhookSecrets({ view, visit, isRotating }: ActsProps & { readonly isRotating: boolean }) {
  const words = view.t.console.webhooks
  return (
    <Panel id="secrets" title={words.secret} lead={isRotating ? words.twoSecrets : words.secretLead}>
      <Acts>
        <ConfirmPanel summary={words.rotate} title={words.rotateTitle}>
          <p>{words.rotateConsequence}</p>
          <ButtonForm form={{ view, visit, action: 'rotate' }} submit={words.rotateSubmit} tone="plain" hasCancel />
        </ConfirmPanel>
        {isRotating && (
          <ConfirmPanel summary={words.endOlder} title={words.endOlderTitle}>
            <p>{words.endOlderConsequence}</p>
            <ButtonForm form={{ view, visit, action: 'endOlder' }} submit={words.endOlderSubmit} tone="danger" hasCancel />
          </ConfirmPanel>
        )}
      </Acts>
    </Panel>
  )
}

export function WebhookEnding({ view, visit, webhook }: ActsProps) {
  const words = view.t.console.webhooks
  return (
    <Panel id="end" title={words.end} tone="danger">
      <Acts>
        {webhook.status === 'disabled' ? (
          <ButtonForm form={{ view, visit, action: 'enable' }} submit={words.enable} />
        ) : (
          <ConfirmPanel summary={words.disable} title={words.disableTitle}>
            <p>{words.disableConsequence}</p>
            <ButtonForm form={{ view, visit, action: 'disable' }} submit={words.disableSubmit} tone="danger" hasCancel />
          </ConfirmPanel>
        )}
        <ConfirmPanel summary={words.remove} title={words.removeTitle} tone="danger">
          <p>{words.removeConsequence}</p>
          <ButtonForm form={{ view, visit, action: 'remove' }} submit={words.removeSubmit} tone="danger" hasCancel />
        </ConfirmPanel>
      </Acts>
    </Panel>
  )
}
