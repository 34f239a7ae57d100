import { purgeClient } from '../../src/gate/assembly/purge-client.ts'
import { sealedEventsIn } from '../../src/gate/audit/log/sealed-events.ts'
import type { Context } from '../../src/gate/deps.ts'
import { sealEvents } from '../../src/subjects/audit/sealing/seal-events.ts'
import type { World } from './world.ts'

type Sealing = Pick<World, 'depsFor'>

const contextsOf =
  ({ depsFor }: Sealing) =>
  (): Context => ({ deps: depsFor(), client: purgeClient })

/** A round of the sealer, which no world runs by itself. How many events got a number. */
export const seal = (here: Sealing): Promise<number> => sealEvents(contextsOf(here))

/** All events that have a number, in its order. */
export const sealedIn = ({ depsFor }: Sealing) => sealedEventsIn(depsFor().store).list(0, 100_000)
