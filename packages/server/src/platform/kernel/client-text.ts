/** A user agent as it is stored and shown: no control characters, well-formed, at most 512 characters. */
export const cleanUserAgent = (header: string | undefined): string =>
  (header ?? '')
    .replace(/[\p{Cc}\p{Cs}]/gu, '')
    .slice(0, 512)
    .toWellFormed()
