import { randomBytes } from 'node:crypto'
import { pagePaths } from '../../gate/page-paths.ts'
import { visibleLine } from '../../platform/kernel/display-name.ts'

const MAX_LENGTH = 63
const FORM = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * Words of our own paths, words that people would take for the operator's, and what applications call those who may do everything: a slug is
 * a group of its members there.
 */
const RESERVED: ReadonlySet<string> = new Set([
  ...Object.values(pagePaths).flatMap((path) => path.split('/')),
  ...`about abuse account accounts active admin administrator administrators admins api app apps assets audit auth billing blog console contact
   dashboard dev docs ftp healthz help home host hostmaster info invite invites is language legal login logout mail me members metrics new
   noreply no-reply null oauth openapi org organisation organisations organization organizations orgs owner owners page passkey passkeys
   password postmaster privacy public readyz register registration root security session sessions settings sign-in sign-out sign-up signin
   signout signup staff static status step-up sudo sudoers superadmin superadmins superuser superusers support sysadmin sysadmins system team
   teams terms trust two-factor undefined user users webmaster well-known wheel www`.split(/\s+/),
])

export const organisationName = (typed: string): string | undefined => visibleLine(typed, 100)

/** A field that was left empty counts as no slug. */
export const typedSlug = (typed: string | undefined): string | undefined => typed?.trim().toLowerCase() || undefined

export function slugRefusal(slug: string): 'invalid_slug' | 'org_slug_reserved' | undefined {
  if (!FORM.test(slug) || slug.includes('--') || UUID.test(slug)) return 'invalid_slug'
  return RESERVED.has(slug) ? 'org_slug_reserved' : undefined
}

/** The slug may be taken already. A name without Latin letters or digits gives a random slug. */
export function slugOf(name: string): string {
  const unaccented = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const slug = trimmed(unaccented.replace(/[^a-z0-9]+/g, '-').slice(0, MAX_LENGTH))
  return slugRefusal(slug) === undefined ? slug : `org-${randomBytes(5).toString('hex')}`
}

export const numberedSlug = (slug: string, number: number): string =>
  number === 1 ? slug : `${trimmed(slug.slice(0, MAX_LENGTH - String(number).length - 1))}-${number}`

const trimmed = (text: string): string => text.replace(/^-+|-+$/g, '')
