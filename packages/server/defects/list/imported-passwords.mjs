import { first, without, wrong } from '../changes.mjs'
import { planted, sqlite } from '../defect.mjs'

/** Hashes that other systems have made. */
export const importedPasswords = [
  planted(
    'an imported hash stays where its owner does not sign in, but confirms',
    { 'confirmPassword.compare': without('upgradeHash') },
    sqlite('foreign-sign-in'),
  ),
  planted(
    'an imported hash is replaced by one that was made before the password changed',
    { 'AccountsTable.setRehash': wrong('credential_version = ? AND', 'credential_version >= ? - 1000 AND') },
    sqlite('foreign-sign-in'),
  ),
  planted(
    'an address that nobody has never costs what an imported hash costs',
    { 'ForeignHashes.decoyFor': first('if (email) return undefined') },
    sqlite('foreign/decoys'),
  ),
  planted(
    'the key of recovery codes goes while codes need it',
    { removeUnused: wrong('!(await needsKey(store, id))', 'true') },
    sqlite('round-trip'),
  ),
  planted(
    'a key goes while accounts need it',
    { countKinds: wrong('count.unused.delete(keyId)', 'void keyId') },
    sqlite('foreign/decoys'),
  ),
  planted(
    'what was just imported is void as well',
    { voidOldHashes: wrong('now - ttl', 'now + DAY_MS') },
    sqlite('imported-passwords'),
  ),
]
