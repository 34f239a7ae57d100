import { TABLES } from '../../src/platform/store/table-list.ts'

/** Of tables whose rows go along, what each column says; one without a word here, or a word without one, fails. */
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  accounts: {
    id: 'Its id; with `--ids keep` also where it is read.',
    email: 'Its address, in canonical form.',
    name: 'What its owner is called.',
    role: '`user` or `admin`. A reader makes an administrator only by `--admins role=admin`.',
    adminScopes: 'What an administrator is limited to; absent where that is nothing, and for others.',
    passwordHash:
      'With `--with-hashes`: PHC text of argon2id over the password in NFC, or `$lk1$…` for a hash that came from elsewhere. The `k=` in one names a secret in the first line.',
    verifiedAt: 'Since when the address counts as the owner’s.',
    mailboxProvedAt: 'When the mailbox was first proved, never by the word of an administrator.',
    bannedAt: 'Since when it is banned.',
    banReason: 'Why.',
    twoFactorEnabledAt: 'Since when it asks for a second factor.',
    emailFactorAt: 'Since when that is a mailed code.',
    totpAt: 'Since when that is an authenticator app.',
    passkeyGateAt: 'Since when that is a passkey.',
    userHandle: 'With `--with-seeds`: what authenticators know the account by.',
    language: 'A tag such as `de`.',
    hasSignedIn: 'Whether its owner ever has.',
    lastSeenAt: 'When it was last noticed.',
    lastSignInAt: 'When a session began that is gone by now.',
    lastActiveAt: 'When it was last active, to the day.',
    data: 'Values of [declared fields](../guide/account-data.md), as an object.',
    dataUpdatedAt: 'When they last changed.',
    createdAt: 'When it was made.',
    updatedAt: 'When it last changed.',
  },
  totp_seeds: {
    sealed: 'The seed, in base32 without padding.',
    lastStep: 'The newest interval whose code was used.',
    createdAt: 'When the app was enrolled.',
    lastUsedAt: 'When it was last used.',
    period: 'How long a code is shown, in seconds.',
    algorithm: '`sha1`, `sha256` or `sha512`.',
    digits: 'How many a code has: 6 to 8. Where it is missing, 6.',
  },
  recovery_codes: {
    hash: 'HMAC-SHA-256 in base64url, of `["ID","CODE"]` with the code in capitals and without dashes.',
    createdAt: 'When it was made.',
    usedAt: 'When it was used.',
    keyId: 'Which secret in the first line it was made with.',
    hashedFor: 'The ID in it, where that is not the one of the account.',
  },
  identities: {
    issuer: 'Whose subject it is.',
    subject: 'What the provider calls the person.',
    provider: 'The provider’s name in the configuration.',
    email: 'The address that it told.',
    createdAt: 'When it was linked.',
    usedAt: 'When it was last used.',
  },
  passkeys: {
    id: 'Its id here.',
    credentialId: 'What authenticators call it, in base64url.',
    publicKey: 'COSE, in base64url.',
    counter: 'As its authenticator last counted.',
    name: 'What its owner calls it.',
    aaguid: 'The model of the authenticator.',
    transports: 'How that is reached.',
    isBackupEligible: 'Whether it may be copied to other devices.',
    isBackedUp: 'Whether it is.',
    rpId: 'The domain that it works at. A reader of another domain leaves it.',
    createdAt: 'When it was made.',
    lastUsedAt: 'When it was last used.',
  },
  account_origins: {
    source: 'The system that the account came from.',
    sourceId: 'Its id there.',
    createdAt: 'When it was brought.',
  },
  org_members: {
    orgId:
      'The id of an organisation in a line before. A reader takes people only into organisations that it has made of this file.',
    role: '`member`, `admin` or `owner`.',
    joinedAt: 'Since when.',
  },
  organisations: {
    id: 'Its id, which a reader keeps.',
    name: 'What it is called.',
    slug: 'Its name in addresses. A reader gives it another where it is taken.',
    createdAt: 'When it was made.',
    updatedAt: 'When it last changed.',
    data: 'Values of declared fields of organisations, as an object.',
    dataUpdatedAt: 'When they last changed.',
  },
}

const MEMBERS: Readonly<Record<string, string>> = {
  accounts: '## `"type": "account"`',
  identities: '### `identities`, a list',
  totp_seeds: '### `totp`, with `--with-seeds`',
  recovery_codes: '### `recoveryCodes`, a list, with `--with-seeds`',
  passkeys: '### `passkeys`, a list, with `--with-seeds`',
  org_members: '### `organisations`, a list',
  account_origins: '### `origin`',
  organisations: '## `"type": "organisation"`',
}

const carriedIn = (name: string) => {
  const found = TABLES.find((one) => one.name === name)?.facts
  if (!found || typeof found.carried !== 'object') throw new Error(`rows of ${name} do not go along`)
  const { without } = found.carried
  return { without, columns: Object.keys(found.columns).filter((key) => !(key in without)) }
}

function section(name: string, heading: string): string[] {
  const { columns } = carriedIn(name)
  const words = WORDS[name] ?? {}
  const odd = [...columns.filter((key) => !(key in words)), ...Object.keys(words).filter((key) => !columns.includes(key))]
  if (odd.length > 0) throw new Error(`latchkey-file-reference.ts says nothing, or too much, of ${name}: ${odd.join(', ')}`)
  const rows = columns.map((key) => `| \`${key === 'sealed' ? 'secret' : key}\` | ${words[key]} |`)
  return [heading, '', '| member | |', '| --- | --- |', ...rows, '']
}

/** `docs/reference/latchkey-file.md`: from what tables say of themselves. */
export function latchkeyFileReference(): string {
  const staying = TABLES.flatMap(({ name, facts: { carried } }) => {
    if (carried === undefined) return []
    if (typeof carried === 'string') return [`| \`${name}\` | ${carried} |`]
    return Object.entries(carried.without)
      .filter(([key]) => key !== 'accountId')
      .map(([key, reason]) => `| \`${name}\`, ${key} | ${reason} |`)
  })
  return [
    '# Files of accounts: `latchkey/1`',
    '',
    'Generated from the tables in `packages/server/src`. [`latchkey users export`](../guide/exporting-users.md) writes such a file, and',
    '[`latchkey users import --from latchkey`](../guide/importing-users.md#another-latchkey) reads one.',
    '',
    'It is NDJSON in UTF-8: a line on the file, one for each organisation, and one for each account, both in the order of their ids. A reader takes lines of up to 2 MiB, so memberships in ten thousand organisations. Times are ISO 8601 in UTC',
    'with milliseconds. What is not there is absent: no member is `null`. The same accounts make the same bytes, the first line excepted. Members may be added; where a reader would misread a',
    'file, the number goes up.',
    '',
    '## The first line',
    '',
    '| member | |',
    '| --- | --- |',
    '| `format` | `latchkey/1`. |',
    '| `exportedAt` | When. |',
    '| `from` | The address of the service. |',
    '| `withHashes`, `withSeeds` | What was asked for. |',
    '| `since` | Where only accounts that have changed since were asked for. |',
    '| `keys` | Secrets that hashes name, each with `id` and `key`, in base64url: with `--with-hashes` those of systems before, with `--with-seeds` those of recovery codes. |',
    '',
    ...Object.entries(MEMBERS).flatMap(([name, heading]) => section(name, heading)),
    '## What stays',
    '',
    '| table | because |',
    '| --- | --- |',
    ...staying,
    '',
  ].join('\n')
}
