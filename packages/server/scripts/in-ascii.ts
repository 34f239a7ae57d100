import type { Plugin } from 'rolldown'

/**
 * Writes every sign beyond ASCII as an escape. V8 keeps the text of a file for as long as it runs, and in twice the room when one
 * sign in it needs more than a byte: of ours a few dozen did, which was 5 MB.
 */
export const inAscii = (): Plugin => ({
  name: 'in-ascii',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk') chunk.code = escaped(chunk.code)
  },
})

const escaped = (code: string): string =>
  // By units, as they stand in strings and patterns.
  code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
