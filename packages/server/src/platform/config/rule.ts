import type { Config } from './schema.ts'

/** Where the values came from. */
export interface Origin {
  readonly isGiven: (path: string) => boolean
  /** False for a value that was given and could not be read. */
  readonly isRead: (path: string) => boolean
  /** As the operator typed it. */
  readonly nameOf: (path: string) => string
}

export interface Rule {
  /** All that it looks at. When one of them could not be read, a default stands in for it, and what that breaks is no second mistake. */
  readonly reads: readonly string[]
  readonly refuse: (config: Config, origin: Origin) => string | undefined
}
