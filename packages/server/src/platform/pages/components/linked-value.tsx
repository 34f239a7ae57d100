/** Something a mailed link brings along beside its code, which the visitor need not see. */
export function LinkedValue({ name, value = '' }: { readonly name: string; readonly value?: string | undefined }) {
  return <input type="hidden" name={name} value={value} data-from-link={name} />
}
