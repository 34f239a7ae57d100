/** How many digits a code may have, as RFC 4226 counts them. Ours have the least; an app that was set up elsewhere may show more. */
export const CODE_LENGTH = { least: 6, most: 8 }
