/** A value that a mailed link carries beside its code. */
export function LinkedValue({ name, value = '' }: { readonly name: string; readonly value?: string | undefined }) {
  return <input type="hidden" name={name} value={value} data-from-link={name} />
}
