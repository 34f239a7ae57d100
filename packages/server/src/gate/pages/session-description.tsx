import type { Static } from 'typebox'
import { Ago, Time } from '../../platform/pages/components/time.tsx'
import type { UserSessionView } from '../views/session-view.ts'
import { DeviceIcon, DeviceName } from './device-name.tsx'
import type { View } from './view.ts'

interface SessionDescriptionProps {
  readonly view: View
  /** With the name that its owner has given it, where it is shown to them. */
  readonly session: Static<typeof UserSessionView> & { readonly name?: string }
  /** A word for the one that is being used to look at it. */
  readonly mark?: string | undefined
}

/** A session that was used within this time is in use. */
const NOW_MS = 5 * 60_000

/** A session as people would tell it apart: on which device, when and from where. */
export function SessionDescription({ view, session, mark }: SessionDescriptionProps) {
  const { id, userAgent, ipAddress, createdAt, lastActiveAt, name, method } = session
  const words = view.t.account.sessions
  const isActive = mark !== undefined || view.now - Date.parse(lastActiveAt) < NOW_MS
  return (
    <div class="thing">
      <DeviceIcon userAgent={userAgent} />
      <div>
        <p id={`session-${id}`}>
          <b>{name === undefined ? <DeviceName view={view} userAgent={userAgent} /> : <bdi>{name}</bdi>}</b>{' '}
          {mark !== undefined && <span class="tag good">{mark}</span>}
        </p>
        <p class="line">
          {name !== undefined && (
            <span>
              <DeviceName view={view} userAgent={userAgent} />
            </span>
          )}
          <span>{isActive ? words.activeNow : <Ago view={view} at={lastActiveAt} />}</span>
          <bdi>{ipAddress}</bdi>
        </p>
        <details>
          <summary>{words.details}</summary>
          <p class="line">
            <span>
              {words.since} <Time view={view} at={createdAt} />
              {isKnown(words.methods, method) && `, ${words.methods[method]}`}
            </span>
            <bdi>{userAgent}</bdi>
          </p>
        </details>
      </div>
    </div>
  )
}

const isKnown = <Words extends object>(words: Words, method: string | null): method is Extract<keyof Words, string> =>
  method !== null && Object.hasOwn(words, method)
