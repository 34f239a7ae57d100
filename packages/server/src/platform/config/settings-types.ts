import { shownDefault } from './describe-config.ts'
import type { Setting } from './kinds.ts'
import { families, schema } from './schema.ts'

export function entryTypes(shapes: string): string {
  const groups = Object.entries(schema).map(([group, members]) => {
    const lines = [...Object.entries(members).map(([key, one]) => memberOf(key, one, '    ')), ...repeatedIn(group)]
    return `  ${group}?: {\n${lines.join('\n')}\n  } | undefined`
  })
  return `${HEAD}export interface Settings {\n${groups.join('\n')}\n}\n\n${shapes}\n\n${TAIL}`
}

function memberOf(key: string, one: Setting<unknown>, margin: string): string {
  const unlessSet = shownDefault(one)
  const text = `${one.help} (${one.env})${unlessSet && ` @default ${unlessSet}`}`
  return `${margin}/** ${text.replaceAll('*/', '* /')} */\n${margin}${key}?: ${one.inFile} | undefined`
}

/** Settings of a family are at `oauth.providers.<name>.clientId`: an object for each name. */
const repeatedIn = (group: string): readonly string[] =>
  families
    .filter((family) => family.group === group)
    .map(({ settings }) => {
      const paths = settings.map(([path, one]) => [path.split('.'), one] as const)
      const lines = paths.map(([path, one]) => memberOf(path.at(-1) ?? '', one, '      '))
      return `    ${paths[0]?.[0][1]}?: Readonly<Record<string, {\n${lines.join('\n')}\n    }>> | undefined`
    })

const HEAD = `// Generated from the schema of the configuration. \`npm run fix\` writes it anew.
import type { IncomingMessage, ServerResponse } from 'node:http'

/** \`90s\`, \`15m\`, \`24h\`, \`7d\`. */
export type Duration = \`\${number}\${'ms' | 's' | 'm' | 'h' | 'd'}\`

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
