import { availableParallelism } from 'node:os'
import { durationOrOff, flag, integer, optionalText } from '../../platform/config/kinds.ts'

// biome-ignore format: a table is read by its rows
export const passwords = {
  minLength: integer({ env: 'PASSWORD_MIN_LENGTH', default: 8, min: 8, max: 128, help: 'Least number of characters.' }),
  requireDigit: flag({ env: 'PASSWORD_REQUIRE_DIGIT', default: true, help: 'Demand a letter and a digit of passwords that are shorter than 15 characters.' }),
  rejectCommon: flag({ env: 'PASSWORD_REJECT_COMMON', default: true, help: 'Refuse passwords that many people use, and those made of the account’s name or address, `APP_NAME` or the public URL’s host.' }),
  breachedFile: optionalText({ env: 'PASSWORD_BREACHED_FILE', help: 'List of breached passwords, which nobody may set; `latchkey passwords build-breached` makes it.' }),
  memoryKib: integer({ env: 'ARGON2_MEMORY_KIB', default: 19_456, min: 19_456, max: 4_194_304, help: 'Argon2id memory.' }),
  timeCost: integer({ env: 'ARGON2_TIME', default: 2, min: 2, max: 100, help: 'Argon2id passes.' }),
  parallelism: integer({ env: 'ARGON2_PARALLELISM', default: 1, min: 1, max: 64, help: 'Argon2id lanes.' }),
  hashConcurrency: integer({ env: 'HASH_CONCURRENCY', default: availableParallelism(), min: 1, max: 256, help: 'Passwords hashed at once; one per core unless set.' }),
  hashQueue: integer({ env: 'HASH_QUEUE', default: 128, min: 0, max: 100_000, help: 'Hashes that may wait for a turn, which goes round the networks they come from; past it the answer is 503 `overloaded`.' }),
  importedHashTtl: durationOrOff({ env: 'IMPORTED_HASH_TTL', help: 'How long a password that was imported as another system hashed it may wait for its first use. Then it is void, and its owner chooses a new one with a mailed link. Needs a mail sender.' }),
} as const
