import type { Route } from './open-api.ts'

/** The subjects of the reference, in the order in which a newcomer needs them; the first that fits has a route. */
const SUBJECTS: readonly (readonly [title: string, pattern: RegExp])[] = [
  ['Signing up and in', /^\/auth\/(register|login|logout|me|check|refresh|admin)\b/],
  ['The account', /^\/auth\/(name|language|account)\b/],
  ['Email verification', /^\/auth\/(verify-email|resend-verification)\b/],
  ['Passwords', /^\/auth\/(forgot|reset|change|set)-password\b/],
  ['Second factor and step-up', /^\/auth\/(2fa|step-up)\b/],
  ['Sessions', /^\/auth\/sessions\b/],
  ['Sign-in providers', /^\/auth\/oauth\b/],
  ['Invites', /^\/auth\/invite\b/],
  ['Applications behind a proxy', /^\/(auth\/forward|\.latchkey)\b/],
  ['Administration: users', /^\/admin\/users\b/],
  ['Administration: the rest', /^\/admin\b/],
  ['More', /^\/auth\b/],
  ['The service itself', /./],
]

export interface Group {
  readonly id: string
  readonly title: string
  readonly routes: readonly Route[]
}

export function groupsOf(routes: readonly Route[]): readonly Group[] {
  const titleOf = ({ path }: Route) => SUBJECTS.find(([, pattern]) => pattern.test(path))?.[0]
  return SUBJECTS.map(([title]) => ({
    id: slug(title),
    title,
    routes: routes.filter((route) => titleOf(route) === title),
  })).filter((group) => group.routes.length > 0)
}

export const anchorOf = ({ method, path }: Route): string => slug(`${method}${path}`)

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
