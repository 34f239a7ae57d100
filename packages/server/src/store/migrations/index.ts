import { accountsAndSessions } from './0001-accounts-and-sessions.ts'

/** Forward only, and never edited once released. */
export interface Migration {
  readonly id: string
  readonly statements: readonly string[]
}

export const migrations: readonly Migration[] = [accountsAndSessions]
