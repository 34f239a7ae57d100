/** Neither shown nor sent: password managers find the right entry by this field. */
export const OwnerField = ({ email }: { readonly email: string }) => (
  <input type="email" autocomplete="username" value={email} hidden readOnly />
)
