import type { PageProps } from '../../../gate/pages/view.ts'
import { OWN_KIND } from '../../../gate/passwords/foreign/kinds.ts'
import { passwordKindsIn } from '../../../gate/passwords/tables/password-kinds.ts'

/** How many accounts still have a password as another system hashed it, when they were last counted. */
export async function foreignFacts({ view, visit: { deps } }: PageProps) {
  const kinds = await passwordKindsIn(deps.store).list()
  const count = kinds.filter(({ kind }) => kind !== OWN_KIND).reduce((sum, { accounts }) => sum + accounts, 0)
  if (count === 0) return undefined
  const words = view.t.console.importedPasswords
  return (
    <>
      <dt>{words.title}</dt>
      <dd>{words.left(new Intl.NumberFormat(view.locale).format(count))}</dd>
    </>
  )
}
