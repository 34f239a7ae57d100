import type { PageProps } from '../../../gate/pages/view.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'
import { Facts } from '../../../platform/pages/components/facts.tsx'
import { Panel } from '../../../platform/pages/components/panel.tsx'
import { Time } from '../../../platform/pages/components/time.tsx'
import { accountOriginsIn } from '../tables/account-origins.ts'

/** Where an account came from; nothing where it was made here. */
export async function originSection({ view, visit }: PageProps, accountId: string) {
  const origin = await accountOriginsIn(visit.deps.store).find(accountId)
  if (!origin) return undefined
  const words = view.t.imported
  return (
    <Panel id="origin" title={words.title}>
      <Facts
        facts={[
          [words.source, origin.source],
          [words.sourceId, <code>{origin.sourceId}</code>],
          [words.at, <Time view={view} at={timestamp(origin.createdAt)} />],
        ]}
      />
    </Panel>
  )
}
