import { beforeAll, onTestFinished } from 'vitest'

type End = () => unknown

let ends: End[] | undefined

/** What is done once the test is over, or, for what is shared, its last one. */
export function atEnd(end: End): void {
  if (ends) ends.push(end)
  else onTestFinished(async () => void (await end()))
}

/**
 * Made once for all tests of a file or `describe`, because a service of one's own costs more than most questions to it. Only for
 * tests of which none sees what another has done: who changes anything does it to an account of their own.
 */
export function shared<Made extends object>(make: () => Promise<Made>): () => Made {
  let made: Made | undefined
  beforeAll(async () => {
    const own: End[] = []
    ends = own
    made = await make().finally(() => {
      ends = undefined
    })
    return async () => {
      for (const end of own.toReversed()) await end()
    }
  })
  return () => {
    if (!made) throw new Error('what is shared is there for tests alone')
    return made
  }
}
