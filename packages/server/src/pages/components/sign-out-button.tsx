import { pagePaths } from '../../kernel/page-paths.ts'
import type { View, Visit } from '../view.ts'
import { HiddenFields } from './form.tsx'

/** For the navigation of every page that a visitor sees signed in. */
export function SignOutButton({ view, visit }: { readonly view: View; readonly visit: Visit }) {
  return (
    <form method="post" action={pagePaths.signOut}>
      <HiddenFields form={{ view, visit, action: 'signOut', fields: {} }} />
      <button type="submit" class="quiet small">
        {view.t.signOut.submit}
      </button>
    </form>
  )
}
