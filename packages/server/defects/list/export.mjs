import { inPlaceOf, wrong } from '../changes.mjs'
import { planted, sqlite } from '../defect.mjs'

export const exported = [
  planted(
    'an export has hashes that were not asked for',
    { ownRecord: wrong('withHashes && passwordHash !== undefined', 'passwordHash !== undefined') },
    sqlite('users-export'),
  ),
  planted(
    'a recovery code is looked for under an id that it was not hashed for',
    { hashedCodes: wrong('hashedFor === accountId ? undefined : hashedFor', 'undefined') },
    sqlite('round-trip'),
  ),
  planted(
    'the key of recovery codes is in a file without seeds',
    { secretsOfPasswords: wrong('!(await needsKey(tables, id))', 'true') },
    sqlite('round-trip'),
  ),
  planted(
    'recovery codes come along for another id than the others of their set',
    { hashedCodes: wrong('one.hashedFor === hashedFor && ', '') },
    sqlite('formats/latchkey'),
  ),
  planted(
    'an export has seeds that were not asked for',
    { factorsInFile: wrong('if (!withSeeds) return new Map()', '') },
    sqlite('users-export'),
  ),
  planted(
    'a screen shows hashes without having been asked to',
    { exportUsers: wrong('&& (withHashes || withSeeds)', '&& false') },
    sqlite('users-export'),
  ),
  planted(
    'an export writes no event',
    { exportUsers: wrong('await note(', 'if (withSeeds && !withHashes) await note(') },
    sqlite('users-export'),
  ),
  planted('an export is readable for others', { 'NewFile.constructor': wrong('0o600', '0o644') }, sqlite('users-export')),
  planted(
    'an export leaves out what has changed in the data of an account alone',
    { CHANGED: wrong('OR data_updated_at >= ?', 'AND ? > 0') },
    sqlite('users-export'),
  ),
  planted(
    'a part of each account is forgotten in the file',
    { partsOf: wrong('if (accountPart) found', 'if (accountPart && found.length < 2) found') },
    sqlite('round-trip'),
  ),
  planted(
    'a file names secrets of old systems as the database does',
    { 'FileKeys.inFile': inPlaceOf('withKeyId', 'hash') },
    sqlite('users-export'),
  ),
  planted(
    'a file gets people into organisations that were there',
    { 'BroughtOrganisationsTable.madeBy': wrong('AND brought_in = ?', "AND ? <> ''") },
    sqlite('latchkey'),
  ),
  planted(
    'an administrator whose scopes are unknown may do everything',
    { roleOf: wrong('&& adminScopes?.length !== 0', '') },
    sqlite('latchkey'),
  ),
  planted('times of a file may lie ahead', { pastOf: wrong('Math.min(at, now)', 'at') }, sqlite('latchkey')),
  planted(
    'an identity of another issuer is taken for one of a provider with that name',
    { broughtIdentities: wrong('one.issuer === issuer &&', '') },
    sqlite('latchkey'),
  ),
  planted(
    'a hash of ours may cost whatever a file says',
    { isOurs: wrong('isBoundedArgon2({ m, t, p })', 'isBoundedArgon2({ m: 8, t: 1, p: 1 })') },
    sqlite('latchkey'),
  ),
]
