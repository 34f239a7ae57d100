import type { AppOptions } from './app-options.ts'
import type { InFlight } from './in-flight.ts'
import type { CookieWriter } from './write-cookies.ts'

export interface MountOptions<Deps, Caller> extends AppOptions<Deps, Caller> {
  readonly write: CookieWriter
  readonly inFlight: InFlight
}
