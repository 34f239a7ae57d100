/** As long as the longest address. */
const MAX_LENGTH = 254

export const MEMBER_SEARCH_PROBLEM = `search must be of at most ${MAX_LENGTH} characters.`

/** What was typed to find members; undefined for what cannot be looked for. */
export function readMemberSearch(typed = ''): string | undefined {
  const search = typed.trim()
  return search.length <= MAX_LENGTH && !search.includes('\0') ? search : undefined
}
