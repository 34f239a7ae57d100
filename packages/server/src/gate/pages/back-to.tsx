import { ButtonLink } from '../../platform/pages/components/button-link.tsx'
import type { View } from './view.ts'
import type { WayBack } from './way-back.ts'

/** Nothing where there is no way back. */
export const BackTo = ({ view, way }: { readonly view: View; readonly way: WayBack | undefined }) =>
  way === undefined ? null : (
    <p>
      <ButtonLink href={way.href} words={view.t.common.backTo(way.name)} isQuiet />
    </p>
  )
