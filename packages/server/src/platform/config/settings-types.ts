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

/** A field that accounts or organisations have beside their own. */
export interface DataField {
  type: 'text' | 'number' | 'boolean' | 'date' | 'choice' | 'list'
  /** Who writes it: the owner; backends and administrators, for the owner to see; or those alone. @default app */
  access?: 'owner' | 'app' | 'private'
  /** Whether it is asked for at sign-up; for fields of owners. @default no */
  atSignUp?: 'no' | 'optional' | 'required'
  /** Of a text, and of each entry of a list, in characters. */
  maxLength?: number
  choices?: readonly string[]
  /** That all of a text, or of each entry of a list, has to match; of the syntax that takes linear time. */
  pattern?: string
  default?: string | number | boolean | readonly string[]
  inHeaders?: boolean
  searchable?: boolean
  /** Whether the owner gets it with the export of the account. @default true */
  exported?: boolean
  /** By language. */
  label?: Readonly<Record<string, string>>
  hint?: Readonly<Record<string, string>>
}

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
  /** Who sent a request, by its headers; with \`data\` also the values of declared fields that the owner sees. It renews nothing. */
  verify(
    headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>,
    more?: { readonly data?: boolean },
  ): Promise<Verified & { readonly data?: Readonly<Record<string, string | number | boolean | readonly string[] | null>> | null }>
  /** Finishes what is in flight, and closes the database. */
  close(): Promise<void>
}

/** A service for the tests of an app: its database goes with it, and it takes neither the environment nor a file for its settings. */
export interface TestSettings extends Omit<Settings, 'storage'> {
  readonly testing: true
}

/** As \`context.addCookies()\` of Playwright takes it. */
export interface TestCookie {
  readonly name: string
  readonly value: string
  readonly domain: string
  readonly path: string
  readonly expires: number
  readonly httpOnly: boolean
  readonly secure: boolean
  readonly sameSite: 'Lax'
}

export interface TestMail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** What it asks to be typed, and where it leads; absent in a notice. */
  readonly code?: string
  readonly link?: string
}

/** Whom a test signs in. */
export interface SignedInOptions {
  /** Of an account that is there, or of a new one; made up unless given. */
  readonly email?: string
  readonly role?: 'user' | 'admin'
  /** What the account has; the session has passed the strongest. */
  readonly factors?: readonly ('email' | 'totp' | 'passkey')[]
  /** The organisation that the session is about: made, and owned, where there is none of this slug, else joined as a member. */
  readonly org?: { readonly slug?: string; readonly name?: string; readonly role?: 'member' | 'admin' | 'owner' }
  /** Values of the fields that the settings declare, of every tier; null clears one, and fields that are not named stay. */
  readonly data?: Readonly<Record<string, string | number | boolean | readonly string[] | null>>
}

export interface SignedIn {
  readonly user: User
  readonly cookies: readonly TestCookie[]
  /** For requests to your app. A call that changes something at Latchkey itself has an \`origin\` beside it. */
  readonly headers: { readonly cookie: string }
  /** Of accounts that were made here, unless the settings have no passwords. */
  readonly password: string | undefined
  /** The authenticator app of the account; a code of it works once. */
  readonly totp: { readonly secret: string; code(): string } | undefined
  /** Made with the first authenticator app or passkey. */
  readonly recoveryCodes: readonly string[] | undefined
  /** A passkey that was made just now, as \`WebAuthn.addCredential\` of the DevTools protocol takes it. */
  readonly passkey: TestPasskey | undefined
  readonly org: { readonly id: string; readonly name: string; readonly slug: string; readonly role: 'member' | 'admin' | 'owner' } | undefined
}

export interface TestPasskey {
  readonly credentialId: string
  readonly privateKey: string
  readonly userHandle: string
  readonly rpId: string
  readonly signCount: number
  readonly isResidentCredential: boolean
}

export interface TestLatchkey extends Latchkey {
  /** Where its pages, links and cookies say that it is. There it answers after \`listen()\`. */
  readonly url: string
  /** Answers at \`url\`: a free port of this machine unless the settings name one. */
  listen(): Promise<string>
  /** A session, without a form or a mail. */
  signedIn(options?: SignedInOptions): Promise<SignedIn>
  /** All mails so far, or those to one address, oldest first. Waits for what is on its way. */
  mails(to?: string): Promise<readonly TestMail[]>
  /** The newest mail to an address; waits a few seconds for the first. */
  lastMail(to: string): Promise<TestMail>
  /** The code of the newest mail to an address that has one. */
  lastCode(to: string): Promise<string>
  /** Lets so much time pass, and does what is due by then. */
  advance(ms: number): Promise<void>
  /** Empties everything: accounts, sessions, mails, limits. The time is that of the system again. */
  reset(): Promise<void>
}

/** The service inside another program, once in a process. */
export function createLatchkey(settings: TestSettings): Promise<TestLatchkey>
export function createLatchkey(settings?: Settings): Promise<Latchkey>
`
