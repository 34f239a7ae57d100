import type { Subject } from '../../gate/subject.ts'
import { checkKeptPasskeys, checkPasskeys } from './check-passkeys.ts'
import { passkeysErrors } from './errors.ts'
import { passkeysEvents } from './events.ts'
import { addPasskey } from './flows/add-passkey.ts'
import { passkeyOptions } from './flows/passkey-options.ts'
import { passkeyFactorOptions } from './flows/passkey-second-factor.ts'
import { removePasskey } from './flows/remove-passkey.ts'
import { listPasskeys, renamePasskey } from './flows/rename-passkey.ts'
import { passkeySignInOptions, signInWithPasskey } from './flows/sign-in-with-passkey.ts'
import { stepUpOptions } from './flows/step-up-options.ts'
import { passkeyEndpoints, relatedOrigins } from './flows/well-known.ts'
import { passkeyOffer, passkeysHooks } from './hooks.ts'
import { passkeysTables } from './migrations.ts'
import { passkeysPageHooks } from './pages/page-hooks.tsx'
import { passkeysSettings } from './settings.ts'
import { passkeyRules, passkeyWarnings } from './settings-rules.ts'
import { backfillRpIds } from './steps/backfill-rp-ids.ts'
import { PASSKEYS } from './tables/passkeys.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { fr } from './words/fr.ts'

export const passkeys = {
  title: 'Passkeys',
  order: 6,
  endpoints: {
    passkeyFactorOptions,
    passkeySignInOptions,
    signInWithPasskey,
    passkeyOptions,
    addPasskey,
    listPasskeys,
    renamePasskey,
    removePasskey,
    stepUpOptions,
    relatedOrigins,
    passkeyEndpoints,
  },
  tables: [PASSKEYS],
  migrations: [passkeysTables],
  errors: passkeysErrors,
  settings: passkeysSettings,
  rules: passkeyRules,
  warnings: passkeyWarnings,
  events: passkeysEvents,
  words: { de, en, es, fr },
  checks: { settings: checkPasskeys, rows: checkKeptPasskeys },
  hooks: passkeysHooks,
  pageHooks: passkeysPageHooks,
  secondFactors: [passkeyOffer],
  opens: backfillRpIds,
} as const satisfies Subject
