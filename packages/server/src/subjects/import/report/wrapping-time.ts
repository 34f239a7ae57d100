import { availableParallelism } from 'node:os'
import { argon2Hasher } from '../../../gate/passwords/argon2-hasher.ts'
import type { Terminal } from '../../../platform/commands/command.ts'
import type { Config } from '../../../platform/config/schema.ts'
import type { Counts } from './counts.ts'

/** How long it takes to hash once more what is weak: as one hash takes here and now, on all cores. */
export async function tellOfWrapping(
  terminal: Terminal,
  { notes }: Counts,
  { passwords }: Pick<Config, 'passwords'>,
): Promise<void> {
  const { weak_hash: count = 0 } = notes
  if (count === 0) return
  const begun = performance.now()
  await argon2Hasher.hash('as long as any password', passwords)
  const minutes = ((performance.now() - begun) * count) / availableParallelism() / 60_000
  terminal.out(
    `Weak hashes to be wrapped: ${count.toLocaleString('en')}, in about ${Math.ceil(minutes).toLocaleString('en')} min.`,
  )
}
