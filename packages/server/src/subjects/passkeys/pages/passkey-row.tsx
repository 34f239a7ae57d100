import type { Static } from 'typebox'
import type { PageProps } from '../../../gate/pages/view.ts'
import type { PasskeyView } from '../../../gate/views/passkey-view.ts'
import { Acts } from '../../../platform/pages/components/acts.tsx'
import { ButtonForm } from '../../../platform/pages/components/button-form.tsx'
import { ConfirmPanel } from '../../../platform/pages/components/confirm-panel.tsx'
import { Field, Form, type FormState } from '../../../platform/pages/components/form.tsx'
import { hasFailed } from '../../../platform/pages/components/form-failure.tsx'
import { Icon } from '../../../platform/pages/components/icon.tsx'
import { sentence } from '../../../platform/pages/components/sentence.ts'
import { Ago } from '../../../platform/pages/components/time.tsx'

type PasskeyRowProps = PageProps & { readonly passkey: Static<typeof PasskeyView> }

export function PasskeyRow(props: PasskeyRowProps) {
  const { passkeys: words, added, neverUsed, lastUsed } = props.view.t.security
  const { id, name, provider, isBackedUp, isUsable, rpId, createdAt, lastUsedAt } = props.passkey
  return (
    <li>
      <div class="thing">
        <Icon name="key" />
        <div>
          <p id={`passkey-${id}`}>
            <b>
              <bdi>{name}</bdi>
            </b>{' '}
            {isBackedUp && <span class="tag">{words.synced}</span>} {!isUsable && <span class="tag bad">{words.unusable}</span>}
          </p>
          {rpId !== undefined && <p class="line">{sentence(words.elsewhere, <bdi>{rpId}</bdi>)}</p>}
          <p class="line">
            {provider !== null && provider !== name && <bdi>{provider}</bdi>}
            <Ago view={props.view} label={added} at={createdAt} />
            {lastUsedAt === null ? <span>{neverUsed}</span> : <Ago view={props.view} label={lastUsed} at={lastUsedAt} />}
          </p>
        </div>
      </div>
      <Acts>
        <Rename {...props} />
        <Remove {...props} />
      </Acts>
    </li>
  )
}

function Rename({ view, visit, passkey: { id, name } }: PasskeyRowProps) {
  const words = view.t.security.passkeys
  const fields = { validation_error: 'name', passkey_not_found: 'name' }
  const errors = { validation_error: words.nameWrong }
  const form: FormState = { view, visit, action: 'renamePasskey', of: id, fields, words: errors }
  return (
    <ConfirmPanel summary={words.askRename} title={words.renameTitle(name)} isOpen={hasFailed(form)}>
      <Form form={form} submit={words.rename} hidden={{ id }} hasCancel>
        <Field form={form} name="name" label={words.name} autocomplete="off" value={name} />
      </Form>
    </ConfirmPanel>
  )
}

function Remove({ view, visit, passkey: { id, name } }: PasskeyRowProps) {
  const { passkeys: words, othersEnd } = view.t.security
  const form: FormState = { view, visit, action: 'removePasskey' }
  return (
    <ConfirmPanel summary={words.askRemove} title={words.removeTitle(name)} tone="danger">
      <p>
        {words.consequence} {othersEnd}
      </p>
      <ButtonForm form={form} submit={words.remove} hidden={{ id }} describedBy={`passkey-${id}`} tone="danger" hasCancel />
    </ConfirmPanel>
  )
}
