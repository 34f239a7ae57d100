import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { domainToASCII, fileURLToPath, pathToFileURL } from 'node:url'

/**
 * Writes assets/public-suffixes.txt: the public suffix list (publicsuffix.org, MPL 2.0), one rule to a line in ASCII, sorted.
 * `src/platform/config/public-suffix.ts` reads it.
 */
// The package keeps the list beside what it exports.
const { default: rules } = await import(
  new URL('../data/rules.js', pathToFileURL(createRequire(import.meta.url).resolve('psl'))).href
)

function inAscii(rule) {
  const [mark] = /^(?:!|\*\.)?/.exec(rule)
  return `${mark}${domainToASCII(rule.slice(mark.length))}`
}

const lines = [...new Set(rules.map(inAscii))].sort()
writeFileSync(fileURLToPath(new URL('../assets/public-suffixes.txt', import.meta.url)), lines.join('\n'))
