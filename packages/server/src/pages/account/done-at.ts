import { pagePaths } from '../../kernel/page-paths.ts'

/** Where the browser looks after something was done: at the section it was done in, which says so. */
export const doneAt = (section: string, done: string, more: Readonly<Record<string, string>> = {}): string =>
  `${pagePaths.account}?${new URLSearchParams({ done, ...more })}#${section}`
