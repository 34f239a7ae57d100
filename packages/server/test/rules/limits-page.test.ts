import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../../..')
const page = readFileSync(path.join(root, 'docs/guide/limits-and-answers.md'), 'utf8')

/** What the page says, and the line of the code that makes it so. A limit that changes is changed in both. */
it.each([
  ['| 64 KiB; JSON 32 levels deep, a form 100 fields |', 'platform/http/body.ts', 'BODY_LIMIT = 64 * 1024'],
  ['JSON 32 levels deep', 'platform/http/body.ts', 'MAX_DEPTH = 32'],
  ['a form 100 fields', 'platform/http/body.ts', 'MAX_FORM_FIELDS = 100'],
  ['headers of a request | 16 KiB |', 'platform/http/http-server.ts', 'maxHeaderSize: 16 * 1024'],
  ['| 10 and 30 seconds |', 'platform/http/http-server.ts', 'headersTimeout: 10_000'],
  ['| 10 and 30 seconds |', 'platform/http/http-server.ts', 'requestTimeout: 30_000'],
  ['`returnTo` | 2,048 characters', 'gate/access/return-address.ts', 'MAX_LENGTH = 2048'],
  ['email address | 254 characters', 'platform/kernel/email-address.ts', 'address.length <= 254'],
  ['account or a key | 200 characters', 'platform/kernel/display-name.ts', 'visibleLine(typed, 200)'],
  ['| 100 and 63 characters', 'subjects/organisations/org-slug.ts', 'visibleLine(typed, 100)'],
  ['| 100 and 63 characters', 'subjects/organisations/org-slug.ts', 'MAX_LENGTH = 63'],
  ['a session or a passkey | 60 characters', 'subjects/sessions/flows/rename-session.ts', 'LENGTH = 60'],
  ['a session or a passkey | 60 characters', 'subjects/passkeys/steps/passkey-rules.ts', 'PASSKEY_NAME_LENGTH = 60'],
  ['reason of a ban | 500 characters', 'subjects/administration/steps/ban-account.ts', 'REASON_LENGTH = 500'],
  ['1,024 bytes', 'gate/passwords/password-policy.ts', 'MAX_BYTES = 1024'],
  ['| 20 unless asked, 100 with `limit` |', 'gate/lists/paging.ts', 'MAX_LIMIT = 100\nconst LIMIT = 20'],
  ['/auth/sessions/revoke` | 100 |', 'subjects/sessions/flows/end-chosen-sessions.ts', 'MOST = 100'],
  ['for each session | 50 |', 'subjects/apps/tables/app-sessions.ts', 'MOST = 50'],
  ['an account knows | 50 |', 'gate/sessions/tables/devices.ts', 'MAX_DEVICES = 50'],
  ['`PASSKEY_MAX`, 20 |', 'subjects/passkeys/settings-rules.ts', 'MOST_RELATED = 20'],
  ['recovery codes | 10,', 'subjects/factors/steps/recovery-factor.ts', 'CODES = 10'],
  ['second factor | 5 |', 'gate/codes/tables/codes.ts', 'MAX_GUESSES = 5'],
  ['second factor | 5 |', 'gate/factors/tables/challenges.ts', 'MAX_GUESSES = 5'],
  ['after the first | 3 |', 'gate/factors/tables/challenge-codes.ts', 'MAX_RESENDS = 3'],
  ['backends in use | 100 |', 'subjects/keys/tables/api-keys.ts', 'MOST = 100'],
  ['the newest 10,000', 'gate/lists/all-pages.ts', 'MOST = 10_000'],
  [
    '5 seconds, 1 MiB',
    'subjects/providers/protocols/bounded-fetch.ts',
    'MAX_BYTES = 1024 * 1024\nexport const TIMEOUT_MS = 5000',
  ],
  ['sign-in provider | 10 minutes', 'subjects/providers/flows/oauth-state.ts', 'STATE_TTL_MS = 600_000'],
  ['to a passkey | 5 minutes', 'subjects/passkeys/steps/ceremony.ts', 'CEREMONY_MS = 300_000'],
  ['behind a proxy | 30 seconds', 'subjects/apps/steps/app-ticket.ts', 'TICKET_TTL_MS = 30_000'],
  ['with them | 500 |', 'subjects/openid/tables/clients.ts', 'MOST_CLIENTS = 500'],
  ['of an application | 20 and 50 |', 'subjects/openid/clients/redirect-uri.ts', 'MOST_URIS = 20'],
  ['of an application | 20 and 50 |', 'subjects/openid/clients/settle-client.ts', 'MOST_SCOPES = 50'],
  ['| 8,192 characters together |', 'subjects/openid/steps/authorization-params.ts', 'LONGEST = 8192'],
  ['in one browser | 32 |', 'subjects/openid/tables/requests.ts', 'MOST_OF_BROWSER = 32'],
  ['for each account | 500 |', 'subjects/openid/tables/codes.ts', 'MOST_OF_ACCOUNT = 500'],
  ['in one session | 20 |', 'subjects/openid/tables/refresh-tokens.ts', 'MOST_UNUSED = 20'],
  ['for each account | 20 |', 'subjects/openid/steps/grants.ts', 'MOST_OWN_SESSIONS = 20'],
  ['| 200 and 100 |', 'subjects/openid/steps/claims.ts', 'MOST_GROUPS = 200\nconst MOST_ORGANISATIONS = 100'],
  ['has ended | 15 seconds |', 'subjects/openid/logout/post-logout.ts', 'TIMEOUT_MS = 15_000'],
  ['for an application | 60 seconds', 'subjects/openid/steps/answer-request.ts', 'CODE_MS = 60_000'],
  ['for its person | 1 hour', 'subjects/openid/steps/open-request.ts', 'LIFE_MS = HOUR_MS'],
  ['a device shows | 10 minutes', 'subjects/openid/flows/authorize-device.ts', 'TTL_MS = 600_000'],
  ['is signed | 1 hour,', 'subjects/openid/steps/access-tokens.ts', 'ACCESS_TTL_MS = 3_600_000'],
  ['and 10 minutes; never', 'subjects/openid/steps/access-tokens.ts', 'SIGNED_TTL_MS = 600_000'],
  ['older secret of an application | 24 hours', 'subjects/openid/steps/change-client.ts', 'OVERLAP_MS = DAY_MS'],
  ['that signs | 90 days', 'subjects/openid/keys/schedule.ts', 'SIGNS_FOR_MS = 90 * DAY_MS'],
  ['does not take | 3 days', 'subjects/openid/logout/logout-sender.ts', 'TRIED_FOR_MS = 3 * DAY_MS'],
  ['known again | 400 days', 'gate/sessions/device-token.ts', 'DEVICE_MS = 400 * 86_400_000'],
])('“%s” is what %s says', (words, file, line) => {
  expect(page).toContain(words)
  expect(readFileSync(path.join(root, 'packages/server/src', file), 'utf8')).toContain(line)
})
