import type { ImportedRecord, Reason } from '../imported-record.ts'
import type { Note } from '../report/counts.ts'
import type { Preparing } from './preparing.ts'

type Brought = { readonly text: string | undefined; readonly notes: readonly Note[] } | { readonly reason: Reason }

export async function broughtPassword(
  { password, storedPassword }: Pick<ImportedRecord, 'password' | 'storedPassword'>,
  { options: { weak, isDryRun }, passwords }: Pick<Preparing, 'options' | 'passwords'>,
): Promise<Brought> {
  if (password === 'unknown') return { reason: 'unknown_hash' }
  const encoded = storedPassword ? passwords.keep(storedPassword) : password && passwords.encode(password.hash, password.form)
  if (encoded === undefined) return { text: undefined, notes: [] }
  if (!encoded.ok) return { reason: encoded.reason }
  if (!encoded.isWeak) return { text: encoded.text, notes: [] }
  if (weak === 'refuse') return { reason: 'weak_hash' }
  if (weak === 'reset') return { text: undefined, notes: ['weak_hash', 'password_left'] }
  return { text: isDryRun ? encoded.text : await passwords.wrap(encoded.text), notes: ['weak_hash'] }
}
