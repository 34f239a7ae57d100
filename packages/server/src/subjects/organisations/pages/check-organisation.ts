import { type Check, filled } from '../../../gate/pages/check-fields.ts'
import { organisationName, slugRefusal, typedSlug } from '../org-slug.ts'

export const orgName: Check = (typed, call) =>
  filled(typed, call) ?? (organisationName(typed) === undefined ? { code: 'invalid_name' } : undefined)

/** The slug may be left empty. */
export const orgSlug: Check = (typed) => {
  const slug = typedSlug(typed)
  const code = slug === undefined ? undefined : slugRefusal(slug)
  return code && { code }
}
