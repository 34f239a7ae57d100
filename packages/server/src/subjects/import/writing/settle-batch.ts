import { setTimeout as sleep } from 'node:timers/promises'
import { AddressReserved } from '../../../gate/accounts/tables/account-batches.ts'
import type { Context } from '../../../gate/deps.ts'
import { keyIdOf } from '../../../gate/passwords/foreign/kinds.ts'
import { inTransaction, type Transaction } from '../../../gate/transaction.ts'
import { CommandError } from '../../../platform/commands/command.ts'
import { type WriteProblem, writeProblemOf } from '../../../platform/store/engines/write-problem.ts'
import type { ImportOptions } from '../import-options.ts'
import type { Position } from '../reading/raw-record.ts'
import { counted, type Note, type Verdict } from '../report/counts.ts'
import type { ReportFile } from '../report/report-file.ts'
import { advancedRun, type ImportRun } from '../tables/import-runs.ts'
import { type Decision, decideOn } from './decide.ts'
import { findKnown } from './known.ts'
import { type Candidate, isOrganisation, isPrepared, organisationTold, type Prepared, verdictOn } from './prepared.ts'
import type { PasswordEncoding } from './preparing.ts'
import { linkIdentities, writeAccounts, writeOrganisation } from './write-batch.ts'

interface Settling {
  readonly options: ImportOptions
  readonly report: ReportFile
  readonly passwords: PasswordEncoding
}

/** A record, and where reading goes on behind it. */
export interface Placed {
  readonly candidate: Candidate
  readonly end: Position
}

/** How often a batch is tried. The next look finds what was taken in between; a lock may be held for longer. */
const ATTEMPTS: Readonly<Record<WriteProblem, number>> = { taken: 3, odd: 1, busy: 12 }
const LONGEST_PAUSE_MS = 200

/**
 * One transaction: accounts, the place in the file, the counts and the length of the report are written together or not at all, so that an
 * import that is killed goes on exactly where it was. Where the database does not take a record, the batch is halved until that one is
 * alone. The run as it stands comes after each transaction.
 */
export async function* settleBatch(
  call: Context,
  batch: readonly Placed[],
  run: ImportRun,
  settling: Settling,
): AsyncGenerator<ImportRun> {
  try {
    yield await settleTogether(call, batch, run, settling)
  } catch (error) {
    const [first] = batch
    if (!first || !['odd', 'taken'].includes(problemOf(error) ?? '')) throw error
    if (batch.length > 1) {
      const middle = Math.ceil(batch.length / 2)
      let reached = run
      for (const half of [batch.slice(0, middle), batch.slice(middle)]) {
        for await (const settled of settleBatch(call, half, reached, settling)) {
          reached = settled
          yield settled
        }
      }
    } else if (isPrepared(first.candidate)) {
      const candidate: Verdict = { ...verdictOn(first.candidate), outcome: 'refused', reason: 'not_json' }
      yield* settleBatch(call, [{ ...first, candidate }], run, settling)
    } else if (isOrganisation(first.candidate)) {
      const candidate = { ...organisationTold(first.candidate), outcome: 'refused', reason: 'invalid_organisation' } as const
      yield* settleBatch(call, [{ ...first, candidate }], run, settling)
    } else throw error
  }
}

const problemOf = (error: unknown): WriteProblem | undefined =>
  error instanceof AddressReserved ? 'taken' : writeProblemOf(error)

async function settleTogether(call: Context, batch: readonly Placed[], run: ImportRun, settling: Settling): Promise<ImportRun> {
  const candidates = batch.map(({ candidate }) => candidate)
  const position = batch.at(-1)?.end ?? run.progress.position
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(call, (tx) => settleCandidates(tx, candidates, run, position, settling))
    } catch (error) {
      const problem = problemOf(error)
      if (!problem || attempt >= ATTEMPTS[problem]) throw error
      if (problem === 'busy') await sleep(Math.random() * LONGEST_PAUSE_MS)
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
    if ('organisation' in decision) verdicts.push(await writeOrganisation(tx, decision, run))
    else if (!('kind' in decision)) verdicts.push(decision)
    else if (decision.kind === 'linked') verdicts.push(await linkIdentities(tx, decision, options))
    else if (decision.kind === 'left') verdicts.push(verdictUnlessFailed(decision, options))
    else {
      const { wanted } = decision
      made.push(wanted)
      verdicts.push({ ...verdictOn(wanted), outcome: 'created', accountId: wanted.account.id, notes: wanted.notes })
    }
  }
  const without = await writeAccounts(tx, made, run)
  await passwords.keepKeys(tx, made.flatMap(keyIdsOf), now)
  const told = verdicts.map((one) => (without.has(one.accountId ?? '') ? withNote(one, 'organisations_left') : one))
  const lines = report.linesOf(told)
  const reportBytes = run.progress.reportBytes + lines.length
  const progress = { position, counts: counted(run.progress.counts, told), reportBytes }
  const advanced = await advancedRun(tx, { ...run, progress, updatedAt: now })
  // Only now: until the transaction ends, no other process can go on with the run, nor write here.
  report.writeAt(run.progress.reportBytes, lines)
  return advanced
}

const keyIdsOf = ({ account: { passwordHash }, recoveryCodes }: Prepared): readonly string[] =>
  [passwordHash && keyIdOf(passwordHash), ...recoveryCodes.map(({ keyId }) => keyId)].filter((id) => id !== undefined)

const withNote = (verdict: Verdict, note: Note): Verdict => ({ ...verdict, notes: [...(verdict.notes ?? []), note] })

function verdictUnlessFailed(
  { verdict, isConflict }: Extract<Decision, { readonly kind: 'left' }>,
  options: ImportOptions,
): Verdict {
  if (isConflict && options['on-conflict'] === 'fail')
    throw new CommandError(`Line ${verdict.line}: an account with the address ${verdict.email} exists already.`)
  return verdict
}
