/** PostgreSQL takes no NUL, and other controls could not be typed into a search. */
const SOURCE_ID = /^[^\p{Cc}\p{Cs}]{1,255}$/u

export const isSourceId = (text: string): boolean => SOURCE_ID.test(text)
