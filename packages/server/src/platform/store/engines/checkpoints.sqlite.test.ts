import path from 'node:path'
import { expect, it } from 'vitest'
import { ownDirectory } from '../../../../test/support/scratch-directory.ts'
import { held } from '../../../../test/support/world.ts'
import { Checkpoints, LOG_BYTES } from './checkpoints.ts'

it('are closed also when their thread dies meanwhile', { timeout: 60_000 }, async () => {
  const told: Error[] = []
  const failed = held()
  const checkpoints = new Checkpoints({
    file: path.join(ownDirectory('durable-'), 'in/no/directory.db'),
    alone: (work) => work(),
    onError: (error) => void told.push(error),
    // As the log is no shorter, the next one is asked for at once, of a thread that is about to end.
    onEnd: () => {
      if (told.length === 1) checkpoints.look(LOG_BYTES + 1)
      failed.release()
    },
  })
  checkpoints.look(LOG_BYTES + 1)
  await failed.released
  await checkpoints.close()
  expect(told.map(({ message }) => message)).toEqual(Array.from({ length: 2 }, () => 'the log could not be moved to the file'))
})
