import type { Looks } from '../../gate/pages/layout.tsx'
import type { Subject } from '../../gate/subject.ts'
import { mailedSignInEvents } from './events.ts'
import { requestSignInCode } from './flows/request-sign-in-code.ts'
import { verifySignInCode } from './flows/verify-sign-in-code.ts'
import { mailedSignInMails, mailedSignInSamples } from './mails.ts'
import { mailedSignInTables } from './migrations.ts'
import { signInCodePage } from './pages/sign-in-code.tsx'
import { SIGN_IN_CODES } from './tables/sign-in-codes.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { fr } from './words/fr.ts'

export { sendSignInCode } from './pages/sign-in-code.tsx'

export const mailedSignIn = {
  title: 'Sign-in by mail',
  order: 3.5,
  endpoints: { requestSignInCode, verifySignInCode },
  pages: (looks: Looks) => [signInCodePage(looks)],
  tables: [SIGN_IN_CODES],
  migrations: [mailedSignInTables],
  events: mailedSignInEvents,
  mails: mailedSignInMails,
  mailSamples: mailedSignInSamples,
  words: { de, en, es, fr },
} as const satisfies Subject
