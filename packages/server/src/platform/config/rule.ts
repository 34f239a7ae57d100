import type { Config } from './schema.ts'

export interface Origin {
  readonly isGiven: (path: string) => boolean
  /** False for a value that could not be parsed. */
  readonly isRead: (path: string) => boolean
  readonly nameOf: (path: string) => string
}

export interface Rule {
  /** A rule is skipped when one of these settings could not be parsed, because a default stands in for it. */
  readonly reads: readonly string[]
  readonly refuse: (config: Config, origin: Origin) => string | undefined
}
