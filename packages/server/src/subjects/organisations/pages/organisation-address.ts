import { pagePaths } from '../../../gate/page-paths.ts'
import { DONE_ID } from '../../../platform/pages/components/notice.tsx'

/** The page of an organisation. */
export const organisationAddress = (slug: string): string => `${pagePaths.organisation}/${slug}`

/** The same, with what was done there: the fragment leads to the words that say so. */
export const doneIn = (slug: string, done: string): string =>
  `${organisationAddress(slug)}?${new URLSearchParams({ done })}#${DONE_ID}`
