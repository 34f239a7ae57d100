import { readFileSync } from 'node:fs'
import type { Config } from '../../platform/config/schema.ts'
import { canonicalDomain } from '../../platform/kernel/email-address.ts'
import { readAsset } from '../../platform/kernel/read-asset.ts'

type Chosen = Pick<Config['registration'], 'blockDisposable' | 'disposableFile'>

/** An operator who names a list wants it to be used, unless the switch says otherwise. */
export const blocksDisposable = ({ blockDisposable, disposableFile }: Chosen): boolean =>
  blockDisposable ?? disposableFile !== undefined

/** Domains of mailboxes that live for minutes. Our list (`scripts/make-disposable-domains.mjs`) is read only where it is wanted. */
export function disposableDomains({ disposableFile }: Chosen): readonly string[] {
  if (disposableFile === undefined)
    return domainsIn(readAsset('disposable-domains.txt').toString('ascii')).map(({ text }) => text)
  const read = readDomainFile(disposableFile)
  if ('problem' in read) throw new Error(read.problem)
  return read.domains
}

/** One domain to a line; empty lines and those that begin with `#` count for nothing. */
export function readDomainFile(file: string): { readonly domains: readonly string[] } | { readonly problem: string } {
  const lines = linesOf(file)
  if (lines === undefined) return { problem: `cannot read ${file}` }
  const domains: string[] = []
  for (const { text, number } of domainsIn(lines)) {
    const domain = canonicalDomain(text)
    if (domain === undefined)
      return { problem: `line ${number} of ${file} is not a domain such as example.com: "${text.slice(0, 80)}"` }
    domains.push(domain)
  }
  return domains.length > 0 ? { domains } : { problem: `${file} has no domain in it` }
}

function linesOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  } catch {
    return undefined
  }
}

const domainsIn = (text: string): readonly { readonly text: string; readonly number: number }[] =>
  text
    .split('\n')
    .map((line, index) => ({ text: line.trim(), number: index + 1 }))
    .filter((line) => line.text !== '' && !line.text.startsWith('#'))
