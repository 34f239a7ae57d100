import type { AppOptions } from './app-options.ts'
import type { InFlight } from './in-flight.ts'
import type { cookieWriter } from './write-cookies.ts'

export interface MountOptions<Deps, Caller> extends AppOptions<Deps, Caller> {
  readonly write: ReturnType<typeof cookieWriter>
  readonly inFlight: InFlight
}
