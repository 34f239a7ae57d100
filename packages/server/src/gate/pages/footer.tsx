import { HiddenFields } from '../../platform/pages/components/form.tsx'
import { catalogues } from '../../platform/pages/words/catalogues.ts'
import { pagePaths } from '../page-paths.ts'
import type { View, Visit } from './view.ts'

export function Footer({ view, visit }: { readonly view: View; readonly visit: Visit | undefined }) {
  const { t, links } = view
  const named = [
    [links.support, t.footer.support],
    [links.terms, t.footer.terms],
    [links.privacy, t.footer.privacy],
  ].filter((pair): pair is [string, string] => pair[0] !== undefined)
  const isChoosing = visit !== undefined && visit.caller === undefined
  if (named.length === 0 && !isChoosing) return null
  return (
    <footer class="foot">
      {named.length > 0 && (
        <ul>
          {named.map(([href, words]) => (
            <li key={href}>
              <a href={href}>{words}</a>
            </li>
          ))}
        </ul>
      )}
      {isChoosing && <Languages view={view} visit={visit} />}
    </footer>
  )
}

/** For visitors; a signed-in user chooses the language in the account. */
function Languages({ view, visit }: { readonly view: View; readonly visit: Visit }) {
  return (
    <form method="post" action={pagePaths.language} data-keeps-link>
      <HiddenFields form={{ view, visit, action: 'choose' }} hidden={{ returnTo: visit.address }} />
      <ul aria-label={view.t.footer.language}>
        {Object.entries(catalogues).map(([language, { languageName }]) => (
          <li key={language}>
            <button
              type="submit"
              class="link"
              name="language"
              value={language}
              lang={language}
              {...(language === view.language && { 'aria-current': 'true' as const })}
            >
              {languageName}
            </button>
          </li>
        ))}
      </ul>
    </form>
  )
}
