import type { Looks } from '../../gate/pages/layout.tsx'
import type { Opening, Subject } from '../../gate/subject.ts'
import { secretLost } from './commands/secret-lost.ts'
import { usersResetFactors } from './commands/users-reset-factors.ts'
import { DataKeys } from './data-keys.ts'
import { factorsErrors } from './errors.ts'
import { factorsEvents } from './events.ts'
import { beginTotp } from './flows/begin-totp.ts'
import { challengeAdministrator } from './flows/challenge-administrator.ts'
import { confirmTotp } from './flows/confirm-totp.ts'
import { createRecoveryCodes } from './flows/create-recovery-codes.ts'
import { disableTwoFactor } from './flows/disable-two-factor.ts'
import { enableTwoFactor } from './flows/enable-two-factor.ts'
import { listFactors } from './flows/list-factors.ts'
import { removeTotp } from './flows/remove-totp.ts'
import { resendCode } from './flows/resend-code.ts'
import { verifyCode } from './flows/verify-code.ts'
import { factorsHooks } from './hooks.ts'
import { factorsMails, factorsSamples } from './mails.ts'
import { broughtRecoveryCodes, factorsTables, keysOfRecoveryCodes, totpDigits, totpParameters } from './migrations.ts'
import { factorOffers } from './offers.ts'
import { factorsPageHooks } from './pages/page-hooks.tsx'
import { stepUpPage } from './pages/step-up.tsx'
import { twoFactorPage } from './pages/two-factor.tsx'
import { factorsSettings } from './settings.ts'
import { factorRules } from './settings-rules.ts'
import { getStepUp } from './step-up/get-step-up.ts'
import { sendStepUpCode } from './step-up/send-step-up-code.ts'
import { stepUp } from './step-up/step-up.ts'
import { DATA_KEYS } from './tables/data-keys.ts'
import { PENDING_TOTP_SEEDS } from './tables/pending-totp-seeds.ts'
import { RECOVERY_CODES } from './tables/recovery-codes.ts'
import { TOTP_SEEDS } from './tables/totp-seeds.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { fr } from './words/fr.ts'

export { readBase32 } from './base32.ts'
export { readDataKey } from './data-keys.ts'
export { challengeAdministrator } from './flows/challenge-administrator.ts'
export { disableTwoFactor } from './flows/disable-two-factor.ts'
export { enableTwoFactor } from './flows/enable-two-factor.ts'
export { lastFactorWords } from './pages/factors-panel.ts'
export { addedAt, addedNotices, EndOthers, keepsOthers } from './pages/other-devices.tsx'
export { chosenMethod, OtherMethods } from './pages/other-methods.tsx'
export { Proof } from './pages/proof.tsx'
export { stepUp } from './step-up/step-up.ts'
export { changeFactors } from './steps/change-factors.ts'
export { digitsOfApp } from './steps/digits-of-app.ts'
export { findBoundChallenge } from './steps/find-bound-challenge.ts'
export { resetFactors } from './steps/reset-factors.ts'
export { type RecoveryCode, recoveryCodesIn } from './tables/recovery-codes.ts'
export { type TotpSeed, totpSeedsIn } from './tables/totp-seeds.ts'
export { totpParameters } from './totp.ts'

export const factors = {
  title: 'Two-factor sign-in',
  order: 5,
  endpoints: {
    verifyCode,
    resendCode,
    enableTwoFactor,
    disableTwoFactor,
    listFactors,
    beginTotp,
    confirmTotp,
    removeTotp,
    createRecoveryCodes,
    challengeAdministrator,
    getStepUp,
    stepUp,
    sendStepUpCode,
  },
  pages: (looks: Looks) => [twoFactorPage(looks), stepUpPage(looks)],
  tables: [DATA_KEYS, PENDING_TOTP_SEEDS, RECOVERY_CODES, TOTP_SEEDS],
  migrations: [factorsTables, totpParameters, broughtRecoveryCodes, keysOfRecoveryCodes, totpDigits],
  errors: factorsErrors,
  settings: factorsSettings,
  rules: factorRules,
  events: factorsEvents,
  mails: factorsMails,
  mailSamples: factorsSamples,
  words: { de, en, es, fr },
  commands: [usersResetFactors, secretLost],
  hooks: factorsHooks,
  pageHooks: factorsPageHooks,
  secondFactors: factorOffers,
  opens: async ({ storeFor, keys, clock }: Opening) => ({
    dataKeys: await DataKeys.open({ storeFor, ring: keys.dataKeys, clock }),
  }),
} as const satisfies Subject
