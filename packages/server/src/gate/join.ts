import { rules } from '../platform/config/refusals.ts'
import { families, joinSettings } from '../platform/config/schema.ts'
import { more } from '../platform/config/warnings.ts'
import { implied } from '../platform/http/openapi-failures.ts'
import { errors } from '../platform/kernel/errors.ts'
import { joinScopes } from '../platform/kernel/scopes.ts'
import { joinMails } from '../platform/mail/mail-kinds.ts'
import { joinSamples } from '../platform/mail/mail-samples.ts'
import { joinWords } from '../platform/pages/words/catalogues.ts'
import { migrations } from '../platform/store/migrations.ts'
import { TABLES } from '../platform/store/table-list.ts'
import { joinEvents } from './audit/events.ts'
import { OFFERS } from './factors/methods.ts'
import { HOOKS } from './hooks.ts'
import { ownFacts } from './own-facts.ts'
import { PAGE_HOOKS } from './pages/page-hooks.ts'
import type { Subject } from './subject.ts'

/** The subjects that are there. */
export const joined: Subject[] = []

/** Adds what the subjects say of themselves to the tables of the platform and the gate. Once, before anything is read from those. */
export function join(subjects: readonly Subject[]): void {
  joined.push(...subjects)
  for (const subject of [ownFacts, ...subjects]) joinOne(subject)
  // What may have a million rows to remove is the gate's, and no other table has to wait for it.
  TABLES.push(...subjects.flatMap(({ tables = [] }) => tables), ...(ownFacts.tables ?? []))
}

function joinOne(subject: Subject): void {
  Object.assign(errors, subject.errors)
  joinSettings(subject.settings ?? {})
  joinEvents(subject.events ?? {})
  joinMails(subject.mails ?? {})
  if (subject.words) joinWords(subject.words, subject.errors)
  if (subject.mailSamples) joinSamples(subject.mailSamples)
  if (subject.settingFamily) families.push(subject.settingFamily)
  if (subject.implied) implied.push(subject.implied)
  if (subject.warnings) more.push(subject.warnings)
  OFFERS.push(...(subject.secondFactors ?? []))
  if (subject.hooks) HOOKS.push(subject.hooks)
  if (subject.pageHooks) PAGE_HOOKS.push(subject.pageHooks)
  rules.push(...(subject.rules ?? []))
  joinScopes(subject.scopes ?? {})
  migrations.push(...(subject.migrations ?? []))
}
