import type { Looks } from '../../gate/pages/layout.tsx'
import type { Subject } from '../../gate/subject.ts'
import { verificationErrors } from './errors.ts'
import { confirmProved } from './flows/confirm-proved.ts'
import { requestVerification } from './flows/request-verification.ts'
import { resendVerification } from './flows/resend-verification.ts'
import { verifyEmail } from './flows/verify-email.ts'
import { verificationMails } from './mails.ts'
import { addressProvedPage } from './pages/address-proved.tsx'
import { checkMailPage } from './pages/check-mail.tsx'
import { verifyEmailPage } from './pages/verify-email.tsx'
import { de } from './words/de.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { fr } from './words/fr.ts'

export { confirmProved } from './flows/confirm-proved.ts'
export { sendVerification } from './pages/verify-email.tsx'

export const verification = {
  title: 'Verification',
  order: 3,
  endpoints: { verifyEmail, resendVerification, requestVerification, confirmProved },
  pages: (looks: Looks) => [checkMailPage(looks), verifyEmailPage(looks), addressProvedPage(looks)],
  errors: verificationErrors,
  mails: verificationMails,
  words: { de, en, es, fr },
} as const satisfies Subject
