import { pagePaths } from '../../../gate/page-paths.ts'
import { DONE_ID } from '../../../platform/pages/components/notice.tsx'

export const organisationAddress = (slug: string): string => `${pagePaths.organisation}/${slug}`

/** The fragment leads to the notice of what was done. */
export const doneIn = (slug: string, done: string): string =>
  `${organisationAddress(slug)}?${new URLSearchParams({ done })}#${DONE_ID}`
