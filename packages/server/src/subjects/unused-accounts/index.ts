import type { Subject } from '../../gate/subject.ts'
import { checkUnusedAccounts } from './check-unused-accounts.ts'
import { waitingFacts } from './console/waiting-facts.tsx'
import { unusedAccountsEvents } from './events.ts'
import { unusedAccountsMails } from './mails.ts'
import { unusedAccountsTables } from './migrations.ts'
import { unusedAccountsSettings } from './settings.ts'
import { unusedAccountsRules, unusedAccountsWarnings } from './settings-rules.ts'
import { followNotices } from './steps/follow-notices.ts'
import { noticeInactive } from './steps/notice-inactive.ts'
import { removeUnverified } from './steps/unverified.ts'
import { INACTIVITY_NOTICES } from './tables/inactivity-notices.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { fr } from './words/fr.ts'

export const unusedAccounts = {
  title: 'Unused accounts',
  order: 17,
  tables: [INACTIVITY_NOTICES],
  migrations: [unusedAccountsTables],
  settings: unusedAccountsSettings,
  rules: unusedAccountsRules,
  warnings: unusedAccountsWarnings,
  events: unusedAccountsEvents,
  mails: unusedAccountsMails,
  words: { de, en, es, fr },
  pageHooks: { serviceFacts: waitingFacts },
  checks: { rows: checkUnusedAccounts },
  upkeep: ({ unusedAccounts: { unverifiedTtl, inactiveTtl } }) => [
    ...(inactiveTtl === undefined ? [] : [noticeInactive(inactiveTtl), followNotices(inactiveTtl)]),
    ...(unverifiedTtl === undefined ? [] : [removeUnverified(unverifiedTtl)]),
  ],
} as const satisfies Subject
