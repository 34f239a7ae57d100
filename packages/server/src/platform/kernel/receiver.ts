import type { OwnPath } from './own-path.ts'

/** A request as it came: what a server signs is the text of a body, and not what it says. */
export interface Posted {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: string
}

/** Takes JSON that a server posts, and answers 204. No caller is known by it, so it is for this machine alone. */
export interface Receiver<Deps> {
  readonly path: OwnPath
  receive(posted: Posted, deps: Deps): Promise<void>
}
