import { BreachedFileError } from '../gate/passwords/breached-passwords.ts'
import { CommandError } from '../platform/commands/command.ts'
import { ConfigError } from '../platform/config/load-config.ts'
import { CannotListen } from '../platform/kernel/cannot-listen.ts'
import { Failure } from '../platform/kernel/errors.ts'
import { MailTemplateError } from '../platform/mail/mail-template-error.ts'
import { ThemeFileError } from '../platform/pages/theme/image-asset.ts'
import { NewerDatabaseError, TooOldDatabaseError } from '../platform/store/migrate.ts'
import { DatabaseRefused } from '../platform/store/require-database.ts'
import { FirstAdminRefused } from '../subjects/administration/steps/first-admin.ts'
import { SealedByAnotherSecret } from '../subjects/factors/data-keys.ts'

const EXPECTED = [
  ConfigError,
  CommandError,
  Failure,
  MailTemplateError,
  NewerDatabaseError,
  TooOldDatabaseError,
  DatabaseRefused,
  ThemeFileError,
  BreachedFileError,
  CannotListen,
  SealedByAnotherSecret,
  FirstAdminRefused,
]

/** Of files, and as PostgreSQL calls it. */
const FULL = ['ENOSPC', 'EDQUOT', '53100']
const FULL_IN_SQLITE = 13

const isFullDisk = (error: unknown): boolean => {
  const { code, errcode } = (error ?? {}) as { readonly code?: unknown; readonly errcode?: unknown }
  return FULL.includes(String(code)) || errcode === FULL_IN_SQLITE
}

/** Where the system keeps a program from a file, its words name what was tried with which. */
const KEPT_FROM = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EISDIR', 'ELOOP']

const isKeptFromFile = (error: unknown): boolean => {
  const { code, path } = (error ?? {}) as Readonly<Record<string, unknown>>
  return KEPT_FROM.includes(String(code)) && typeof path === 'string'
}

const isExpected = (error: unknown): boolean =>
  isFullDisk(error) || isKeptFromFile(error) || EXPECTED.some((one) => error instanceof one)

/** An expected refusal is one sentence, and so are a full disk and a folder that is not ours; any other error is a bug, and keeps its stack. */
export function explain(error: unknown): string {
  if (isExpected(error)) return (error as Error).message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
