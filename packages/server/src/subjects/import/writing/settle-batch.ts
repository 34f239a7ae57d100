import { AddressReserved } from '../../../gate/accounts/tables/account-batches.ts'
import type { Context } from '../../../gate/deps.ts'
import { inTransaction, type Transaction } from '../../../gate/transaction.ts'
import { CommandError } from '../../../platform/commands/command.ts'
import type { ImportOptions } from '../import-options.ts'
import type { Position } from '../reading/raw-record.ts'
import { counted, type Verdict } from '../report/counts.ts'
import type { ReportFile } from '../report/report-file.ts'
import { type ImportRun, importRunsIn } from '../tables/import-runs.ts'
import { type Decision, decideOn } from './decide.ts'
import { findKnown } from './known.ts'
import { type Candidate, isPrepared, type Prepared, verdictOn } from './prepared.ts'
import type { PasswordEncoding } from './preparing.ts'
import { linkIdentities, writeAccounts } from './write-batch.ts'

interface Settling {
  readonly options: ImportOptions
  readonly report: ReportFile
  readonly passwords: PasswordEncoding
}

/** Addresses that are taken in between are few: one of a batch is not each time. */
const ATTEMPTS = 5

/**
 * One transaction: accounts, the place in the file, the counts and the length of the report are written together or not at all, so that an
 * import that is killed goes on exactly where it was.
 */
export async function settleBatch(
  call: Context,
  candidates: readonly Candidate[],
  run: ImportRun,
  position: Position,
  settling: Settling,
): Promise<ImportRun> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(call, (tx) => settleCandidates(tx, candidates, run, position, settling))
    } catch (error) {
      if (!(error instanceof AddressReserved) || attempt === ATTEMPTS) throw error
    }
  }
}

async function settleCandidates(
  tx: Transaction,
  candidates: readonly Candidate[],
  run: ImportRun,
  position: Position,
  { options, report, passwords }: Settling,
): Promise<ImportRun> {
  const now = tx.deps.clock.now()
  const known = await findKnown(tx, candidates.filter(isPrepared), run.id, now)
  const decisions = candidates.map((one) => (isPrepared(one) ? decideOn(one, known, options['on-conflict']) : one))
  const made: Prepared[] = []
  const verdicts: Verdict[] = []
  for (const decision of decisions) {
    if (!('kind' in decision)) verdicts.push(decision)
    else if (decision.kind === 'linked') verdicts.push(await linkIdentities(tx, decision, options))
    else if (decision.kind === 'left') verdicts.push(verdictUnlessFailed(decision, options))
    else {
      const { wanted } = decision
      made.push(wanted)
      verdicts.push({ ...verdictOn(wanted), outcome: 'created', accountId: wanted.account.id, notes: wanted.notes })
    }
  }
  await writeAccounts(tx, made, run)
  await passwords.keepKeys(tx, now)
  const reportBytes = report.writeAt(run.progress.reportBytes, verdicts)
  const progress = { position, counts: counted(run.progress.counts, verdicts), reportBytes }
  const advanced = { ...run, progress, updatedAt: now }
  if (!(await importRunsIn(tx).advance(advanced))) throw new CommandError('Another process goes on with this import.')
  return { ...advanced, version: run.version + 1 }
}

function verdictUnlessFailed(
  { verdict, isConflict }: Extract<Decision, { readonly kind: 'left' }>,
  options: ImportOptions,
): Verdict {
  if (isConflict && options['on-conflict'] === 'fail')
    throw new CommandError(`Line ${verdict.line}: an account with the address ${verdict.email} exists already.`)
  return verdict
}
