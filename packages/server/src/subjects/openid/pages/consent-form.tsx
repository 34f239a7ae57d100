import type { PageProps } from '../../../gate/pages/view.ts'
import { Form } from '../../../platform/pages/components/form.tsx'
import { Note } from '../../../platform/pages/components/note.tsx'
import { sentence } from '../../../platform/pages/components/sentence.ts'
import type { OidcClient } from '../tables/clients.ts'
import { Account } from './account.tsx'
import { ScopeList } from './scope-list.tsx'

interface ConsentFormProps extends PageProps {
  readonly client: Pick<OidcClient, 'name'>
  readonly scopes: readonly string[]
  readonly audience: string | undefined
  /** The hash of what stands here. */
  readonly shown: string
  readonly redirectUri: string
  readonly isChanged: boolean
}

export function ConsentForm({ view, visit, client, scopes, audience, shown, redirectUri, isChanged }: ConsentFormProps) {
  const { authorize } = view.t
  const words = authorize.consent
  const place = placeOf(redirectUri)
  return (
    <>
      {isChanged && <Note words={words.changed} />}
      <ScopeList view={view} visit={visit} app={client.name} scopes={scopes} audience={audience} />
      <p>{sentence(authorize.signedInAs, <Account visit={visit} />)}</p>
      <p class="hint">
        {place === undefined ? words.goesTo(words.thisDevice) : sentence(words.goesTo, <b class="address">{place}</b>)}
      </p>
      <Form form={{ view, visit, action: 'allow' }} submit={words.allow} hidden={{ shown }} />
      <Form form={{ view, visit, action: 'deny' }} submit={words.deny} tone="quiet" />
      <Form form={{ view, visit, action: 'other' }} submit={authorize.other} tone="quiet">
        <p class="hint">{authorize.choose.signsOut}</p>
      </Form>
    </>
  )
}

/** Undefined for what runs on the device of the person, where an address says nothing. */
function placeOf(redirectUri: string): string | undefined {
  const { protocol, host, hostname } = new URL(redirectUri)
  const isHere = (protocol !== 'https:' && protocol !== 'http:') || hostname === '127.0.0.1' || hostname === '[::1]'
  return isHere ? undefined : host
}
