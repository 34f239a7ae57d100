import type { Static } from 'typebox'
import { Ago, Time } from '../../platform/pages/components/time.tsx'
import type { UserSessionView } from '../views/session-view.ts'
import { DeviceIcon, DeviceName } from './device-name.tsx'
import type { View } from './view.ts'

interface SessionDescriptionProps {
  readonly view: View
  /** The name is shown to the owner alone. */
  readonly session: Static<typeof UserSessionView> & { readonly name?: string }
  readonly mark?: string | undefined
}

const ACTIVE_MS = 5 * 60_000

export function SessionDescription({ view, session, mark }: SessionDescriptionProps) {
  const { id, userAgent, ipAddress, createdAt, lastActiveAt, name, method } = session
  const words = view.t.account.sessions
  const isActive = mark !== undefined || view.now - Date.parse(lastActiveAt) < ACTIVE_MS
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
