import { becomes, without, wrong } from '../changes.mjs'
import { planted, sqlite } from '../defect.mjs'

/** What administrators who are limited may do, and what they may give away. */
export const administrators = [
  planted(
    'processes that start at once make a first administrator each',
    { makeFirstAdmin: wrong('(await adminsIn(tx).list(1)).length > 0', '(await adminsIn(tx).list(1)).length > 99') },
    sqlite('steps/first-admin'),
  ),
  planted(
    'an administrator who is limited is let in everywhere',
    { adminRefusal: wrong("mayDo(account, scope) ? undefined : 'insufficient_scope'", 'undefined') },
    sqlite('administration/flows/set-scopes', 'limited-administrators'),
  ),
  planted(
    'an administrator changes another who may do more',
    { lockActor: wrong('!covers(scopes, target.adminScopes)', 'false') },
    sqlite('limited-administrators'),
  ),
  planted(
    'an administrator acts by rights that were taken away meanwhile',
    { requireStill: wrong('!mayDo(account, tx.declared?.scope)', 'false') },
    sqlite('admin-races'),
  ),
  planted(
    'an administrator is made who opens no console',
    { lacksAdminFactor: wrong('!hasPasswords(tx.deps.config) &&', 'false &&') },
    sqlite('no-passwords'),
  ),
  planted(
    'a key acts that was revoked since its call began',
    { lockActor: without('requireGood') },
    sqlite('rights-lost-in-flight'),
  ),
  planted(
    'an administrator changes data of an organisation by rights that were taken away meanwhile',
    { 'changeWholeOrgData.handle': without('lockActor') },
    sqlite('rights-lost-in-flight'),
  ),
  planted(
    'an administrator ends a session of another who may do more',
    { 'endUserSession.handle': without('lockActor') },
    sqlite('limited-administrators'),
  ),
  planted(
    'the last who may do everything can be limited',
    { changeScopes: wrong('scopes !== undefined &&', 'false &&') },
    sqlite('administration/flows/set-scopes', 'admin-races'),
  ),
  planted(
    'the only one who may do everything goes where they could not sign in at that moment',
    {
      isLastAdmin: wrong(
        'if (!isFull(account)) return false',
        'if (!isFull(account) || !(await canSignIn(tx, deps, account))) return false',
      ),
    },
    sqlite('guard-last-admin'),
  ),
  planted(
    'those who are limited count as the administrators who remain',
    { 'AdminsTable.others': wrong('AND admin_scopes IS NULL', '') },
    sqlite('administration/flows/set-scopes', 'admin-races'),
  ),
  planted(
    'whom an administrator with few rights promotes may do everything',
    { lockUserFor: wrong('return { account, own }', 'return { account, own: undefined }') },
    sqlite('administration/flows/set-scopes', 'limited-administrators'),
  ),
  planted(
    'whom an administrator with few rights makes an account for may do everything',
    { 'createUser.handle': wrong('scopes : undefined', 'undefined : undefined') },
    sqlite('administration/flows/set-scopes', 'limited-administrators'),
  ),
  planted(
    'an administrator gives away what they lack',
    { 'setScopes.handle': wrong('!covers(own, read.scopes)', 'false') },
    sqlite('limited-administrators'),
  ),
  planted(
    'an administrator makes a key that opens what they must not',
    { createKey: wrong('!covers(maker.adminScopes, input.scopes)', 'false') },
    sqlite('limited-administrators', 'keys/flows/keys-and-administrators'),
  ),
  planted(
    'a key stays that opens more than its maker may',
    { changeScopes: without('endKeysBeyond'), 'ApiKeysTable.#findGood': wrong('covers(makers, [scope])', 'true') },
    sqlite('keys/flows/limited-keys'),
  ),
  planted(
    'scopes come back with the role',
    { 'AccountsTable.setRole': wrong('admin_scopes = ?', 'admin_scopes = COALESCE(?, admin_scopes)') },
    sqlite('administration/flows/set-scopes'),
  ),
  planted(
    'the console shows the log to those who must not read it',
    { may: becomes('return caller !== undefined') },
    sqlite('administration/console/limited'),
  ),
]
