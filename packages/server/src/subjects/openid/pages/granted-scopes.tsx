import type { View } from '../../../gate/pages/view.ts'

export const GrantedScopes = ({ scopes }: { readonly view: View; readonly scopes: readonly string[] }) => (
  <p>
    <bdi>{scopes.join(', ')}</bdi>
  </p>
)
