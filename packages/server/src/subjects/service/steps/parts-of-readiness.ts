import type { Deps } from '../../../gate/deps.ts'
import type { FailureDetail } from '../../../platform/kernel/errors.ts'

/** Of which the first that fails is what strangers are told. */
export const PARTS = [
  {
    name: 'process',
    message: 'The service is stopping.',
    check: async ({ isStopping }: Deps) => !isStopping(),
  },
  {
    name: 'clock',
    message: 'The clock of this machine is wrong.',
    check: async ({ sharedTime }: Deps) => sharedTime.isTrusted(),
  },
  {
    name: 'database',
    message: 'The database does not answer, or takes no writes.',
    check: ({ readiness }: Deps) => readiness.check().then(() => true),
  },
] as const

type Problem = Pick<FailureDetail, 'cause'> & { readonly message: string }
type Looked = { readonly name: string; readonly problem?: Problem }

export async function look({ name, message, check }: (typeof PARTS)[number], deps: Deps): Promise<Looked> {
  try {
    return (await check(deps)) ? { name } : { name, problem: { message } }
  } catch (cause) {
    return { name, problem: { message, cause } }
  }
}

export async function firstUnready(deps: Deps): Promise<Problem | undefined> {
  for (const part of PARTS) {
    const { problem } = await look(part, deps)
    if (problem) return problem
  }
  return undefined
}
