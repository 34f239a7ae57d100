/** PostgreSQL takes no NUL, and other controls could not be typed into a search. */
const SOURCE_ID = /^[^\p{Cc}\p{Cs}]{1,255}$/u

export const isSourceId = (text: string): boolean => SOURCE_ID.test(text)

/** How files of this very service are called as a source. */
const LATCHKEY = 'latchkey'

/** It came with its id from a service of this kind, which says no more than its record there: it is still the same account. */
export const isOriginOfItself = (origin: {
  readonly source: string
  readonly sourceId: string
  readonly accountId: string
}): boolean => origin.source === LATCHKEY && origin.sourceId === origin.accountId
