import type { Static } from 'typebox'
import type { SessionView } from '../../core/views/session-view.ts'
import type { View } from '../view.ts'
import { DeviceName } from './device-name.tsx'
import { Time } from './time.tsx'

interface SessionDescriptionProps {
  readonly view: View
  readonly session: Static<typeof SessionView>
  /** A word for the one that is being used to look at it. */
  readonly mark?: string | undefined
}

/** A session as people would tell it apart: on which device, when and from where. */
export function SessionDescription({ view, session, mark }: SessionDescriptionProps) {
  const { id, userAgent, ipAddress, createdAt, lastActiveAt } = session
  const words = view.t.account.sessions
  return (
    <div>
      <p class="thing" id={`session-${id}`}>
        <DeviceName view={view} userAgent={userAgent} /> {mark !== undefined && <span class="tag good">{mark}</span>}
      </p>
      <dl class="line">
        <div>
          <dt>{words.lastActive}</dt>
          <dd>
            <Time view={view} at={lastActiveAt} />
          </dd>
        </div>
        <div>
          <dt>{words.since}</dt>
          <dd>
            <Time view={view} at={createdAt} />
          </dd>
        </div>
        <div>
          <dt>{words.address}</dt>
          <dd>
            <bdi>{ipAddress}</bdi>
          </dd>
        </div>
      </dl>
    </div>
  )
}
