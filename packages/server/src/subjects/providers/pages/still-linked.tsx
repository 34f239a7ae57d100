import type { Panel } from '../../../gate/pages/account/account-document.tsx'
import { ButtonForm } from '../../../platform/pages/components/button-form.tsx'
import { Mark } from './mark.tsx'
import type { Entry } from './providers-section.tsx'

/**
 * What still opens an account whose password has just been changed: a stranger who had the old one may have linked
 * something of theirs.
 */
export function StillLinked({ view, visit, list }: Omit<Panel, 'me'> & { readonly list: readonly Entry[] }) {
  const words = view.t.account.providers
  const form = { view, visit, action: 'unlink', fields: {} } as const
  return (
    <>
      <p>{words.stillLinked}</p>
      <ul class="things">
        {list.map(({ name, label }) => (
          <li key={name}>
            <p class="thing" id={`still-${name}`}>
              <Mark visit={visit} name={name} />
              <b>
                <bdi>{label}</bdi>
              </b>
            </p>
            <ButtonForm form={form} submit={words.unlink} hidden={{ provider: name }} describedBy={`still-${name}`} />
          </li>
        ))}
      </ul>
    </>
  )
}
