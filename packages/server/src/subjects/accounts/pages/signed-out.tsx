import { pagePaths } from '../../../gate/page-paths.ts'
import { backOf, destinationOf, withReturn } from '../../../gate/pages/after-credentials.ts'
import { BackTo } from '../../../gate/pages/back-to.tsx'
import { card, type Looks } from '../../../gate/pages/layout.tsx'
import { type Hosted, viewOf } from '../../../gate/pages/view.ts'
import { wayBackOf } from '../../../gate/pages/way-back.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { ButtonLink } from '../../../platform/pages/components/button-link.tsx'

export const signedOutPage = (looks: Looks): Hosted => ({
  path: pagePaths.signedOut,
  for: 'anybody',

  async show(visit) {
    if (visit.caller) return new Redirect(destinationOf(visit))
    const view = viewOf(visit)
    const { signedOut } = view.t
    const isDeleted = visit.query['done'] === 'deleted'
    return card(
      { view, visit, looks, title: isDeleted ? signedOut.deletedTitle : signedOut.title },
      <>
        <p>{isDeleted ? signedOut.deletedLead : signedOut.lead}</p>
        {!isDeleted && (
          <p>
            <ButtonLink href={withReturn(pagePaths.signIn, backOf(visit))} words={signedOut.again} />
          </p>
        )}
        <BackTo view={view} way={wayBackOf(visit)} />
      </>,
    )
  },
})
