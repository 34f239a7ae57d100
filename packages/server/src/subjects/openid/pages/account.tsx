import type { Visit } from '../../../gate/pages/view.ts'
import { Address } from '../../../platform/pages/components/address.tsx'

/** Who is signed in, as people tell their accounts apart. */
export const Account = ({ visit: { caller } }: { readonly visit: Visit }) =>
  caller === undefined ? null : (
    <>
      <bdi>{caller.account.name}</bdi> (<Address email={caller.account.email} />)
    </>
  )
