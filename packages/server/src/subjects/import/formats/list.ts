import { UsageError } from '../../../platform/commands/command.ts'
import { didYouMean } from '../../../platform/kernel/nearest.ts'
import { betterAuth } from './better-auth.ts'
import { csv } from './csv.ts'
import type { Format } from './format.ts'

/** By the name that `--from` takes. */
const FORMATS: Readonly<Record<string, Format>> = {
  'better-auth': betterAuth,
  csv,
}

export function formatNamed(name: string): Format {
  const known = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined
  if (known) return known
  const names = Object.keys(FORMATS)
  throw new UsageError(`--from is one of ${names.join(', ')}.${didYouMean(name, names)}`)
}
