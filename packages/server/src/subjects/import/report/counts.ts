import type { Reason } from '../imported-record.ts'

export type Outcome = 'created' | 'linked' | 'skipped' | 'refused'

/** What stands beside an outcome: something of the record did not come along, or not as it was. */
export type Note =
  | Reason
  | 'new_id'
  | 'mailed_factor'
  | 'passkeys_left'
  | 'recovery_codes_left'
  | 'password_left'
  | 'ban_without_end'
  | 'administrator'
  | 'administrator_at_source'
  | 'data_left'
  | 'organisation'
  | 'new_slug'
  | 'organisations_left'

export interface Verdict {
  readonly line: number
  readonly sourceId: string | undefined
  readonly email: string | undefined
  readonly outcome: Outcome
  readonly reason?: Reason | undefined
  readonly accountId?: string | undefined
  readonly notes?: readonly Note[] | undefined
}

/** How many records had each outcome, each reason with its outcome, and each note. */
export interface Counts {
  readonly outcomes: Readonly<Partial<Record<Outcome, number>>>
  readonly reasons: Readonly<Record<string, number>>
  readonly notes: Readonly<Partial<Record<Note, number>>>
}

export const NO_COUNTS: Counts = { outcomes: {}, reasons: {}, notes: {} }

export function counted(before: Counts, verdicts: readonly Verdict[]): Counts {
  const [outcomes, reasons, notes] = [{ ...before.outcomes }, { ...before.reasons }, { ...before.notes }]
  const add = (counts: Record<string, number>, key: string) => (counts[key] = (counts[key] ?? 0) + 1)
  for (const verdict of verdicts) {
    add(outcomes, verdict.outcome)
    if (verdict.reason) add(reasons, `${verdict.outcome} ${verdict.reason}`)
    for (const note of verdict.notes ?? []) add(notes, note)
  }
  return { outcomes, reasons, notes }
}

export const totalOf = ({ outcomes }: Counts): number => Object.values(outcomes).reduce((sum, one) => sum + one, 0)
