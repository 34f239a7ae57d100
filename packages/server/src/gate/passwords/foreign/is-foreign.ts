/** No hash of our own begins like this. */
const MARK = '$lk1$'

export const isForeignHash = (hash: string): boolean => hash.startsWith(MARK)

/** Conditions on accounts, in the words of the index on them. */
export const FOREIGN = `substr(password_hash, 1, 5) = '$lk1$'`
export const DAY_OF_FOREIGN = `substr(password_hash, 6, 5)`

/** As it stands in a hash, where text is compared. */
export const writtenDay = (day: number): string => String(Math.max(0, day)).padStart(5, '0')

export const dayOfForeign = (hash: string): string => hash.slice(MARK.length, MARK.length + 5)
