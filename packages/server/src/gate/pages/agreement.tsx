import { sentence } from '../../platform/pages/components/sentence.ts'
import type { View } from './view.ts'

export function Agreement({ view: { t, links } }: { readonly view: View }) {
  const { terms, termsName, privacy, privacyName } = t.signUp
  if (links.terms === undefined && links.privacy === undefined) return null
  return (
    <p class="hint">
      {links.terms !== undefined && sentence(terms, <a href={links.terms}>{termsName}</a>)}{' '}
      {links.privacy !== undefined && sentence(privacy, <a href={links.privacy}>{privacyName}</a>)}
    </p>
  )
}
