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

/** An expected refusal is one sentence, and so is a full disk; any other error is a bug, and keeps its stack. */
export function explain(error: unknown): string {
  if (isFullDisk(error) || EXPECTED.some((one) => error instanceof one)) return (error as Error).message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
