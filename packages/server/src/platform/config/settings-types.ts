import type { Setting } from './kinds.ts'
import { schema } from './schema.ts'

export function entryTypes(shapes: string): string {
  const groups = Object.entries(schema).map(([group, members]) => {
    const lines = Object.entries(members).map(([key, one]) => memberOf(key, one as Setting<unknown>))
    return `  ${group}?: {\n${lines.join('\n')}\n  }`
  })
  return `${HEAD}export interface Settings {\n${groups.join('\n')}\n}\n\n${shapes}\n\n${TAIL}`
}

const memberOf = (key: string, { help, env, fallback }: Setting<unknown>): string =>
  `    /** ${help.replaceAll('*/', '* /')} (${env}) */\n    ${key}?: ${typeof fallback('development') === 'boolean' ? 'boolean' : 'string | number | readonly string[]'}`

const HEAD = `// Generated from the schema of the configuration. \`npm run fix\` writes it anew.
import type { IncomingMessage, ServerResponse } from 'node:http'

/** The keys of the configuration file. The environment goes before them. */
`

const TAIL = `export type Verified =
  | { readonly user: User; readonly session: Session; readonly secondFactorAt: string | null }
  | { readonly user: null; readonly session: null; readonly secondFactorAt: null }

export interface Latchkey {
  /** For \`http.createServer\` and for Express: hands a request to the service. */
  node(request: IncomingMessage, response: ServerResponse): void
  /** The same for programs that speak in \`Request\` and \`Response\`. The limits count by \`ip\`. */
  fetch(request: Request, from?: { readonly ip?: string }): Promise<Response>
  /** Who sent a request, by its headers. It renews nothing. */
  verify(headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>): Promise<Verified>
  /** Finishes what is in flight, and closes the database. */
  close(): Promise<void>
}

/** The service inside another program, once in a process. */
export function createLatchkey(settings?: Settings): Promise<Latchkey>
`
