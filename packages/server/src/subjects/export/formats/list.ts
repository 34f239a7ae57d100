import { UsageError } from '../../../platform/commands/command.ts'
import { didYouMean } from '../../../platform/kernel/nearest.ts'
import { csv } from './csv.ts'
import type { Format } from './format.ts'
import { latchkey } from './latchkey.ts'

/** By the name that `--format` takes. */
const FORMATS: Readonly<Record<string, Format>> = { latchkey, csv }

const NAMES: readonly string[] = Object.keys(FORMATS)

export function formatNamed(name: string): Format {
  const known = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined
  if (known) return known
  throw new UsageError(`--format is one of ${NAMES.join(', ')}.${didYouMean(name, NAMES)}`)
}
