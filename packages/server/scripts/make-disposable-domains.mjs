import { readFileSync, writeFileSync } from 'node:fs'
import { domainToASCII, fileURLToPath } from 'node:url'

/**
 * Writes assets/disposable-domains.txt: domains at which everybody gets a mailbox for minutes. The list is the public domain's (CC0 1.0), by
 * github.com/disposable-email-domains/disposable-email-domains; `npm pack disposable-email-domains-js` fetches it as JSON:
 *
 *     node packages/server/scripts/make-disposable-domains.mjs package/dist/dict/disposable_email_blocklist.json VERSION
 *
 * `src/gate/accounts/disposable-domains.ts` reads it.
 */
const [list, version] = process.argv.slice(2)
if (!list || !version) throw new Error('usage: make-disposable-domains.mjs LIST VERSION')

const domains = [...new Set(JSON.parse(readFileSync(list, 'utf8')).map((domain) => domainToASCII(domain)))].filter(Boolean).sort()
const head = [
  '# Disposable mail domains, from https://github.com/disposable-email-domains/disposable-email-domains',
  `# by way of disposable-email-domains-js ${version} (npm). CC0 1.0 Universal: dedicated to the public domain.`,
  '# Written by packages/server/scripts/make-disposable-domains.mjs.',
]
writeFileSync(
  fileURLToPath(new URL('../assets/disposable-domains.txt', import.meta.url)),
  `${[...head, ...domains].join('\n')}\n`,
)
