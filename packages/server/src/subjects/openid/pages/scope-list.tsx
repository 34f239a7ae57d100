import { inLanguage } from '../../../gate/data/pages/words-of-field.ts'
import type { Deps } from '../../../gate/deps.ts'
import type { PageProps, View } from '../../../gate/pages/view.ts'
import { sentence } from '../../../platform/pages/components/sentence.ts'
import { fieldOfScope } from '../steps/claims.ts'

interface ScopeListProps extends PageProps {
  readonly app: string
  readonly scopes: readonly string[]
  /** A service that it wants to call in the name of the person. */
  readonly audience: string | undefined
}

/** What an application is to know, in words. That it knows who the person is goes without saying. */
export function ScopeList({ view, visit, app, scopes, audience }: ScopeListProps) {
  const words = view.t.authorize.consent
  const told = scopes.filter((scope) => scope !== 'openid' && scope !== 'offline_access')
  return (
    <>
      <p>{told.length > 0 ? words.lead(app) : words.leadWithout(app)}</p>
      {told.length > 0 && <ScopeItems view={view} visit={visit} scopes={told} />}
      {audience !== undefined && <p>{sentence(words.service, <b class="address">{audience}</b>)}</p>}
      {scopes.includes('offline_access') && <p>{words.stays(app)}</p>}
    </>
  )
}

export const ScopeItems = ({ view, visit, scopes }: Omit<ScopeListProps, 'app' | 'audience'>) => (
  <ul class="points">
    {scopes.map((scope) => (
      <li key={scope}>{wordsOfScope(view, visit.deps, scope)}</li>
    ))}
  </ul>
)

function wordsOfScope(view: View, { config }: Deps, scope: string): string {
  const words = view.t.authorize.consent
  if (Object.hasOwn(words.scopes, scope)) return words.scopes[scope as keyof typeof words.scopes]
  const field = fieldOfScope(config, scope)
  return field === undefined ? words.scope(scope) : words.field(inLanguage(field.label, view.language) ?? field.name)
}
