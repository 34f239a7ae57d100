import type { PageProps } from '../../../gate/pages/view.ts'
import { Form } from '../../../platform/pages/components/form.tsx'
import { sentence } from '../../../platform/pages/components/sentence.ts'
import type { OidcClient } from '../tables/clients.ts'
import { Account } from './account.tsx'
import { cancelAddress } from './addresses.ts'

interface AccountChoiceProps extends PageProps {
  readonly client: Pick<OidcClient, 'name'>
  readonly token: string
  readonly canStay: boolean
  /** The application has said that it means another person. */
  readonly isOther?: boolean
}

export function AccountChoice({ view, visit, client, token, canStay, isOther = false }: AccountChoiceProps) {
  const { authorize } = view.t
  const words = authorize.choose
  return (
    <>
      <p>{isOther ? words.otherLead(client.name) : words.lead(client.name)}</p>
      <p>{sentence(authorize.signedInAs, <Account visit={visit} />)}</p>
      {canStay && <Form form={{ view, visit, action: 'stay' }} submit={words.stay(visit.caller?.account.name ?? '')} />}
      <Form form={{ view, visit, action: 'other' }} submit={authorize.other} tone={canStay ? 'quiet' : 'plain'}>
        <p class="hint">{words.signsOut}</p>
      </Form>
      <p class="aside">
        <a href={cancelAddress(token)}>{authorize.back(client.name)}</a>
      </p>
    </>
  )
}
