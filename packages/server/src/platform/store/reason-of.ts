/** Where Node has tried several addresses, its error has a code and no message. */
export function reasonOf(error: unknown): string {
  const { message, code } = error as { readonly message?: string; readonly code?: unknown }
  return message || String(code ?? error)
}
