/** The owner of the password that is asked for: not shown and not sent; password managers find the right entry by it. */
export const OwnerField = ({ email }: { readonly email: string }) => (
  <input type="email" autocomplete="username" value={email} hidden readOnly />
)
