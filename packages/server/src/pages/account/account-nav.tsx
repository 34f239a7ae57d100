import { pagePaths } from '../../kernel/page-paths.ts'
import { SignOutButton } from '../components/sign-out-button.tsx'
import type { Panel } from './section.tsx'

/** The way to the console, for those who may go there, and the way out. */
export function AccountNav({ view, visit, me }: Panel) {
  const { nav } = view.t.account
  return (
    <nav aria-label={nav.label}>
      <a href={pagePaths.account} aria-current="page">
        {nav.account}
      </a>
      {me.role === 'admin' && <a href={pagePaths.console}>{nav.console}</a>}
      <SignOutButton view={view} visit={visit} />
    </nav>
  )
}
