import { hashOfPersonal } from '../../../gate/audit/log/leaf.ts'
import type { LogKey } from '../../../gate/audit/log/log-key.ts'
import type { SealedEvent } from '../../../gate/audit/log/sealed-events.ts'

/** What is wrong with what is personal of an event: the leaf has its hash alone. */
export function personalProblem(event: SealedEvent, key: Pick<LogKey, 'erasure'> | undefined): string | undefined {
  const { id, salt, erasure, personalHash } = event
  if (salt !== undefined) {
    if (erasure !== undefined) return 'it is marked as erased, and is not'
    return hashOfPersonal(salt, event) === personalHash ? undefined : 'the address, user agent, metadata or salt is another'
  }
  const isEmpty = event.ip === '' && event.userAgent === '' && event.metadata === '{}'
  if (!isEmpty) return 'the salt is gone'
  return key && key.erasure(id) !== erasure ? 'what is personal was removed, and not by us' : undefined
}
