import { adminsIn } from '../accounts/tables/admins.ts'
import type { Context } from '../deps.ts'
import type { Applied, Declarable } from '../subject.ts'
import { inTransaction } from '../transaction.ts'

interface Declared {
  readonly declarable: Declarable
  readonly list: readonly unknown[]
  /** Where the list stands, for messages. */
  readonly where: string
}

export type Results = readonly (readonly Applied[])[]

/** Takes back what was done to see what it would be. */
class OnlyTried extends Error {
  readonly applied: Results

  constructor(applied: Results) {
    super('what a file says was only tried')
    this.applied = applied
  }
}

/**
 * All of it in one transaction, or nothing. Results are told before the commit, so that no secret is kept that was never shown. Without a function
 * to tell them the same is done and taken back, so that a check says the same.
 */
export async function applyDeclared(context: Context, declared: readonly Declared[], tell?: (results: Results) => Promise<void>) {
  const isCheck = tell === undefined
  if (!isCheck) for (const { declarable } of declared) await declarable.before?.(context.deps)
  try {
    const applied = await inTransaction(isCheck ? trialOf(context) : context, async (tx) => {
      // Two that apply at once would each find that something is not there, and make it twice.
      await adminsIn(tx).lock()
      const done: (readonly Applied[])[] = []
      for (const { declarable, list, where } of declared) done.push(await declarable.apply(tx, list, where))
      if (isCheck) throw new OnlyTried(done)
      await tell(done)
      return done
    })
    for (const [at, { declarable }] of declared.entries())
      if ((applied[at]?.length ?? 0) > 0) await declarable.after?.(context.deps)
    return applied
  } catch (error) {
    if (error instanceof OnlyTried) return error.applied
    throw error
  }
}

/** What is only tried makes no key either, which would be kept by a store of its own. */
const trialOf = (context: Context): Context => ({
  ...context,
  deps: { ...context.deps, dataKeys: context.deps.dataKeys.forTrial() },
})
