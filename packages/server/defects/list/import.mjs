import { inPlaceOf, wrong } from '../changes.mjs'
import { planted, sqlite } from '../defect.mjs'

/** What a file of another system may do, and how an import goes on. */
export const imports = [
  planted(
    'a batch takes as much of a file into memory as there is',
    { runImport: wrong(' || record.end.offset - run.progress.position.offset > MOST_BATCH_BYTES', '') },
    sqlite('formats/latchkey'),
  ),
  planted(
    'the second file of an import fills memory with the rows of one person',
    { 'joined-file.valuesOf': wrong('bytes > MOST_BYTES', 'bytes < 0') },
    sqlite('hostile-files'),
  ),
  planted(
    'a pattern makes gigabytes of a salt',
    { 'kratos-hash.filled': wrong('parts.length > 1 + MOST_SALTS', 'parts.length < 0') },
    sqlite('hostile-files'),
  ),
  planted(
    'each batch of an import writes the keys of all before it',
    { 'HashKeys.keep': wrong('new Set(ids)', 'this.#met.keys()'), 'HashKeys.forget': wrong('this.#met.clear()', 'return') },
    sqlite('users-import-keyed'),
  ),
  planted(
    'an export of many keys is not read again',
    { firstLineOf: wrong('BEGINNING, MOST_BYTES', 'BEGINNING') },
    sqlite('users-import-keyed'),
  ),
  planted(
    'a hash that is no text is taken for none',
    { hashTextOf: wrong("'no text'", 'undefined') },
    sqlite('formats/latchkey'),
  ),
  planted(
    'the salt of bcrypt-sha256 is taken for bytes',
    { passlibBcrypt: wrong('encoded(salt)', 'salt') },
    sqlite('users-import-keyed'),
  ),
  planted(
    'an account belongs to more organisations than it may',
    { 'bring-organisations.organisationBringer': wrong(' && count < tx.deps.config.organisations.maxMemberships', '') },
    sqlite('formats/latchkey'),
  ),
  planted(
    'an import goes on before the records that it has written',
    { settleCandidates: wrong('{ position, counts', '{ position: run.progress.position, counts') },
    sqlite('users-import-resumed'),
  ),
  planted(
    'an import that is stopped counts what it has written once more',
    {
      settleCandidates: wrong('counted(run.progress.counts, told)', 'counted(counted(run.progress.counts, told), told)'),
    },
    sqlite('users-import-resumed'),
  ),
  planted(
    'a file that has changed is gone on with',
    { resumedRun: wrong('open.fileHash !== fileHash', `open.fileHash === ''`) },
    sqlite('users-import-resumed'),
  ),
  planted(
    'a file is hidden by another one of its name that was stopped later',
    { 'ImportRunsTable.findOpen': wrong('THEN 0 ELSE 1', 'THEN 0 ELSE 0') },
    sqlite('users-import-resumed'),
  ),
  planted(
    'a record that the database does not take ends the import',
    { settleBatch: wrong("['odd', 'taken']", "['none']") },
    sqlite('refused-rows'),
  ),
  planted(
    'of two processes that go on with an import none is told',
    { 'ImportRunsTable.advance': wrong('WHERE id = ? AND version = ?', 'WHERE id = ? AND version <= ? + 1000') },
    sqlite('users-import-at-once'),
  ),
  planted(
    'an identity is added to the account of a mailbox that was never proved',
    { mayBeLinked: wrong('mailboxProvedAt !== undefined', 'true') },
    sqlite('users-import-linked'),
  ),
  planted(
    'an identity is added to an administrator',
    { mayBeLinked: wrong("role !== 'admin'", 'true') },
    sqlite('users-import-linked'),
  ),
  planted(
    'an identity is added by the word of a source that has not verified the address',
    { decideOn: wrong('wanted.account.verifiedAt === undefined || ', '') },
    sqlite('users-import-linked'),
  ),
  planted(
    'an administrator of the source is one here',
    { prepareRecord: wrong('options.admins !== undefined &&', 'record.isAdministrator || (options.admins !== undefined) &&') },
    sqlite('commands/users-import.both'),
  ),
  planted(
    'a second factor that cannot come along is asked for no more',
    { broughtFactors: wrong('isMailed || isReplaced ||', 'isMailed ||') },
    sqlite('better-auth'),
  ),
  planted(
    'an import goes on with other options than those that it was begun with',
    { resumedRun: wrong('changed.length > 0', 'changed.length > 9') },
    sqlite('users-import-resumed'),
  ),
  planted(
    'the row of an import has keys of the old system',
    { askedOf: inPlaceOf('nameOfSecret', (call) => `keys + ${call}`) },
    sqlite('users-import-resumed'),
  ),
  planted(
    'codes of an app that shows eight digits are cut to six',
    { hotp: wrong('10 ** digits', '10 ** OUR_PARAMETERS.digits') },
    sqlite('factors/totp'),
  ),
  planted(
    'a seed of another service of this kind is taken for one of six digits',
    { 'latchkey.factorsOf': wrong("countOf(totp['digits'] ?? OLD_DIGITS)", 'OLD_DIGITS') },
    sqlite('round-trip'),
  ),
  planted(
    'a browser in which no password was typed is told how long codes are',
    { TotpField: wrong('...(digits !== undefined && { sentAt: digits })', 'sentAt: digits ?? 6') },
    sqlite('eight-digits'),
  ),
]
