import { checkpointsIn } from '../../../gate/audit/log/checkpoints.ts'
import { headIn } from '../../../gate/audit/log/head.ts'
import type { View } from '../../../gate/pages/view.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'
import { sentence } from '../../../platform/pages/components/sentence.ts'
import { Time } from '../../../platform/pages/components/time.tsx'
import type { Connection } from '../../../platform/store/table.ts'

/** How far the log is sealed. Undefined before its first event is. */
export async function sealedStateOf(tables: Connection) {
  const head = await headIn(tables).find()
  if (!head || head.size === 0) return undefined
  const checkpoint = await checkpointsIn(tables).last()
  return { through: head.size - 1, checkpointAt: checkpoint && timestamp(checkpoint.createdAt) }
}

type SealedStateProps = { readonly view: View; readonly state: NonNullable<Awaited<ReturnType<typeof sealedStateOf>>> }

export const SealedState = ({ view, state: { through, checkpointAt } }: SealedStateProps) => (
  <p class="hint">
    {view.t.console.audit.sealedUpTo(String(through))}
    {checkpointAt !== undefined && <>, {sentence(view.t.console.audit.checkpointAt, <Time view={view} at={checkpointAt} />)}</>}
  </p>
)
