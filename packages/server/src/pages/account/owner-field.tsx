/** Whose password is asked for: nobody sees it, it is not sent, and password managers find the right entry by it. */
export const OwnerField = ({ email }: { readonly email: string }) => (
  <input type="email" autocomplete="username" value={email} hidden readOnly />
)
