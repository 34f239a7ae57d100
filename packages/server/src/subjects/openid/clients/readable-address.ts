const LONGEST = 200

/** A stranger has written it: cut, and with every space and sign encoded, it cannot speak to its reader in our name. */
export const readableAddress = (text: string): string =>
  (URL.canParse(text) ? new URL(text).href : text).replace(/[^\x21-\x7e]/gu, encodeURIComponent).slice(0, LONGEST)
