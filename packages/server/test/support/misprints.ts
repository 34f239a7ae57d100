/**
 * German has its own quotation marks, and dots that stand apart but stay on the line; French has a narrow space that does
 * not break beside double signs; Spanish opens what it closes.
 */
const OF_LANGUAGE: Readonly<Record<string, RegExp>> = {
  de: /[”«»]|„[^“]*$|^[^„]*“|(?<!\u00a0)…/,
  fr: /(?<!\u202f)[:;!?»]|«(?!\u202f)|[“”„]/,
  es: /^[^¿]*\?|^[^¡]*!|[“”„]/,
}

/** Addresses and scopes are typed so in every language. */
const TYPED = /\bhttps?:\/\/\S+|\[::1\]|\b\w+:\w+/g

/** Whether a text is not set as it would be printed. English is written by programmers, and may be. */
export const isMisprinted = (language: string, text: string): boolean =>
  language !== 'en' && (/["'`]|\.\.\./.test(text) || (OF_LANGUAGE[language]?.test(text.replace(TYPED, '')) ?? false))
