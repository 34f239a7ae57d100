import type { Static } from 'typebox'
import type { SessionView } from '../../core/views/session-view.ts'
import type { View } from '../view.ts'
import { DeviceIcon, DeviceName } from './device-name.tsx'
import { Ago, Time } from './time.tsx'

interface SessionDescriptionProps {
  readonly view: View
  readonly session: Static<typeof SessionView>
  /** A word for the one that is being used to look at it. */
  readonly mark?: string | undefined
}

/** A session that was used within this time is in use. */
const NOW_MS = 5 * 60_000

/** A session as people would tell it apart: on which device, when and from where. */
export function SessionDescription({ view, session, mark }: SessionDescriptionProps) {
  const { id, userAgent, ipAddress, createdAt, lastActiveAt } = session
  const words = view.t.account.sessions
  const isActive = mark !== undefined || view.now - Date.parse(lastActiveAt) < NOW_MS
  return (
    <div class="thing">
      <DeviceIcon userAgent={userAgent} />
      <div>
        <p id={`session-${id}`}>
          <b>
            <DeviceName view={view} userAgent={userAgent} />
          </b>{' '}
          {mark !== undefined && <span class="tag good">{mark}</span>}
        </p>
        <p class="line">
          <span>{isActive ? words.activeNow : <Ago view={view} at={lastActiveAt} />}</span>
          <bdi>{ipAddress}</bdi>
        </p>
        <details>
          <summary>{words.details}</summary>
          <p class="line">
            <span>
              {words.since} <Time view={view} at={createdAt} />
            </span>
            <bdi>{userAgent}</bdi>
          </p>
        </details>
      </div>
    </div>
  )
}
