import type { Head } from '../../../gate/audit/log/head.ts'
import type { LogKey } from '../../../gate/audit/log/log-key.ts'
import { readHead } from '../../../gate/audit/log/signed-head.ts'
import { writtenHashes } from '../../../gate/audit/log/tiles.ts'
import type { NoteVerifier } from '../../../platform/kernel/signed-note.ts'
import { KeptCheckpoints, type Said } from './kept-checkpoints.ts'
import type { LogSource } from './log-source.ts'
import { Findings, type Verdict } from './verdict.ts'
import { LogWalk } from './walk-log.ts'

export interface Trust {
  readonly verifier: NoteVerifier
  /** Absent where only the public key is known: then it cannot be told by whom an event was erased. */
  readonly key?: Pick<LogKey, 'erasure'> | undefined
  /** Checkpoints that were kept elsewhere. */
  readonly elsewhere: readonly Said[]
}

/** Goes through all of the log once, in the order of its numbers, and keeps little of it at a time. */
export async function verifyLog(source: LogSource, { verifier, key, elsewhere }: Trust): Promise<Verdict> {
  const findings = new Findings()
  const { head } = source
  if (!head) return withoutHead(source, elsewhere, findings)
  const said = readHead(verifier, head.note)
  if (!said) {
    findings.differs({ number: head.first, what: 'the head of the log is not as it was signed' })
    return findings.verdict(head)
  }
  const { size, first, root } = said
  if (head.size !== size || head.first !== first || head.origin !== verifier.name)
    findings.differs({
      number: Math.min(head.size, size),
      what: 'the head of the log says another size, beginning or name than it has signed',
    })
  const below = await source.below(first)
  if (!below) {
    findings.differs({ number: 0, through: first - 1, what: 'the roots of removed events are gone' })
    return findings.verdict(said)
  }
  const kept = await KeptCheckpoints.open(source, verifier, elsewhere, findings)
  kept.skipBelow(first)
  const walk = new LogWalk({ source, findings, kept, key }, first, below)
  await walk.through(size)
  walk.finish(root)
  kept.finish(size, walk.restores)
  await lookAround(source, { ...head, first, size }, walk, findings)
  return findings.verdict({ size, first, erased: walk.erased })
}

async function lookAround(source: LogSource, head: Head, walk: LogWalk, findings: Findings): Promise<void> {
  if (findings.isClean && writtenHashes(walk.peaks) !== head.peaks)
    findings.differs({ number: head.size, what: 'the head of the log has other hashes than its events' })
  const stray = await source.stray(head.first, head.size)
  if (stray !== undefined) findings.differs({ number: stray, what: 'an event has a number that was not given' })
}

/** Nothing was sealed yet, or all that says so is gone. */
async function withoutHead(source: LogSource, elsewhere: readonly Said[], findings: Findings): Promise<Verdict> {
  const stored = (await source.checkpoints()[Symbol.asyncIterator]().next()).value
  const stray = await source.stray(0, 0)
  if (stray !== undefined || stored || elsewhere.length > 0)
    findings.differs({ number: stray ?? 0, what: 'the head of the log is gone' })
  else findings.cannotTell('nothing is sealed yet')
  return findings.verdict({})
}
