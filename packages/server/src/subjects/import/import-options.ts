export const CHOICES = {
  verified: ['trust', 'none'],
  'second-factor': ['keep', 'drop', 'refuse'],
  weak: ['wrap', 'refuse', 'reset'],
  'on-conflict': ['skip', 'link-identities', 'fail'],
  ids: ['keep', 'new'],
} as const

type Chosen = { readonly [Name in keyof typeof CHOICES]: (typeof CHOICES)[Name][number] }

/** What is decided for all records of a file. */
export interface ImportOptions extends Chosen {
  /** Configured providers, by their names at the source. */
  readonly providers: ReadonlyMap<string, { readonly name: string; readonly issuer: string; readonly label: string }>
  /** Records with this value become administrators; without it none does. */
  readonly admins: { readonly field: string; readonly value: string } | undefined
  readonly isDryRun: boolean
  readonly batch: number
}
