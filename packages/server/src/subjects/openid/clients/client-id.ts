import { isId } from '../../../platform/kernel/ids.ts'

/** Small letters, digits and single hyphens. An id goes into configurations of applications and into addresses as it is. */
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
export const LONGEST_CLIENT_ID = 63

/** Never like the id of an account: a service stands where a person would, as the `sub` of its tokens. */
export const isClientId = (text: string): boolean =>
  text.length >= 2 && text.length <= LONGEST_CLIENT_ID && SLUG.test(text) && !isId(text)
