import { OrganisationTables } from './organisation-tables.ts'
import { AccountAddressesTable } from './tables/account-addresses.ts'
import { AccountTracesTable } from './tables/account-traces.ts'
import { AccountWordsTable } from './tables/account-words.ts'
import { AccountsTable } from './tables/accounts.ts'
import { ActivityTable } from './tables/activity.ts'
import { AdminsTable } from './tables/admins.ts'
import { ApiKeysTable } from './tables/api-keys.ts'
import { AppSessionsTable } from './tables/app-sessions.ts'
import { AppTicketsTable } from './tables/app-tickets.ts'
import { AuditTable } from './tables/audit.ts'
import { ChallengeBindingsTable } from './tables/challenge-bindings.ts'
import { ChallengeCodesTable } from './tables/challenge-codes.ts'
import { ChallengesTable } from './tables/challenges.ts'
import { CodesTable } from './tables/codes.ts'
import { DataKeysTable } from './tables/data-keys.ts'
import { DayCountersTable } from './tables/day-counters.ts'
import { DeviceReportsTable } from './tables/device-reports.ts'
import { DevicesTable } from './tables/devices.ts'
import { ElevationsTable } from './tables/elevations.ts'
import { EmailChangesTable } from './tables/email-changes.ts'
import { EmailRevertsTable } from './tables/email-reverts.ts'
import { IdentitiesTable } from './tables/identities.ts'
import { InvitesTable } from './tables/invites.ts'
import { LimitsTable } from './tables/limits.ts'
import { MailboxProofsTable } from './tables/mailbox-proofs.ts'
import { OutboxTable } from './tables/outbox.ts'
import { PasskeysTable } from './tables/passkeys.ts'
import { PendingTotpSeedsTable } from './tables/pending-totp-seeds.ts'
import { RecoveryCodesTable } from './tables/recovery-codes.ts'
import { RefreshTokensTable } from './tables/refresh-tokens.ts'
import { RemovedAccountsTable } from './tables/removed-accounts.ts'
import { SessionEndingsTable } from './tables/session-endings.ts'
import { SessionNamesTable } from './tables/session-names.ts'
import { SessionsTable } from './tables/sessions.ts'
import { SpentStatesTable } from './tables/spent-states.ts'
import { TotpSeedsTable } from './tables/totp-seeds.ts'

/** The tables over one connection: the same inside a transaction and outside of it. */
export class Tables extends OrganisationTables {
  get accounts(): AccountsTable {
    return new AccountsTable(this)
  }

  get admins(): AdminsTable {
    return new AdminsTable(this)
  }

  get removedAccounts(): RemovedAccountsTable {
    return new RemovedAccountsTable(this)
  }

  get accountTraces(): AccountTracesTable {
    return new AccountTracesTable(this)
  }

  get accountWords(): AccountWordsTable {
    return new AccountWordsTable(this)
  }

  get accountAddresses(): AccountAddressesTable {
    return new AccountAddressesTable(this)
  }

  get emailChanges(): EmailChangesTable {
    return new EmailChangesTable(this)
  }

  get mailboxProofs(): MailboxProofsTable {
    return new MailboxProofsTable(this)
  }
  get emailReverts(): EmailRevertsTable {
    return new EmailRevertsTable(this)
  }

  get deviceReports(): DeviceReportsTable {
    return new DeviceReportsTable(this)
  }

  get sessions(): SessionsTable {
    return new SessionsTable(this)
  }

  get sessionNames(): SessionNamesTable {
    return new SessionNamesTable(this)
  }

  get sessionEndings(): SessionEndingsTable {
    return new SessionEndingsTable(this)
  }

  get elevations(): ElevationsTable {
    return new ElevationsTable(this)
  }

  get refreshTokens(): RefreshTokensTable {
    return new RefreshTokensTable(this)
  }

  get appTickets(): AppTicketsTable {
    return new AppTicketsTable(this)
  }

  get appSessions(): AppSessionsTable {
    return new AppSessionsTable(this)
  }

  get apiKeys(): ApiKeysTable {
    return new ApiKeysTable(this)
  }

  get codes(): CodesTable {
    return new CodesTable(this)
  }

  get challenges(): ChallengesTable {
    return new ChallengesTable(this)
  }

  get challengeCodes(): ChallengeCodesTable {
    return new ChallengeCodesTable(this)
  }

  get challengeBindings(): ChallengeBindingsTable {
    return new ChallengeBindingsTable(this)
  }

  get invites(): InvitesTable {
    return new InvitesTable(this)
  }

  get devices(): DevicesTable {
    return new DevicesTable(this)
  }

  get identities(): IdentitiesTable {
    return new IdentitiesTable(this)
  }

  get dataKeys(): DataKeysTable {
    return new DataKeysTable(this)
  }

  get totpSeeds(): TotpSeedsTable {
    return new TotpSeedsTable(this)
  }

  get pendingTotpSeeds(): PendingTotpSeedsTable {
    return new PendingTotpSeedsTable(this)
  }

  get recoveryCodes(): RecoveryCodesTable {
    return new RecoveryCodesTable(this)
  }

  get passkeys(): PasskeysTable {
    return new PasskeysTable(this)
  }

  get spentStates(): SpentStatesTable {
    return new SpentStatesTable(this)
  }

  get limits(): LimitsTable {
    return new LimitsTable(this)
  }

  get outbox(): OutboxTable {
    return new OutboxTable(this)
  }

  get audit(): AuditTable {
    return new AuditTable(this)
  }

  get activity(): ActivityTable {
    return new ActivityTable(this)
  }

  get dayCounters(): DayCountersTable {
    return new DayCountersTable(this)
  }
}
