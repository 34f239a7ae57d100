import { document, type Looks } from '../../../gate/pages/layout.tsx'
import type { View } from '../../../gate/pages/view.ts'

/**
 * The step between us and a provider. Our policy lets no form lead to another house, so the browser is sent on by the
 * page that answers the form, or by a link on it.
 */
export function leavingPage(view: View, looks: Looks, label: string, url: string): { readonly html: string } {
  const words = view.t.account.providers
  return document({
    view,
    looks,
    title: words.leaving(label),
    leadsTo: url,
    children: (
      <>
        <h1>{words.leaving(label)}</h1>
        <p>{words.leavingLead(label)}</p>
        <p>
          <a class="button" href={url}>
            {words.leaving(label)}
          </a>
        </p>
      </>
    ),
  })
}
