import { UsageError } from '../../../platform/commands/command.ts'
import { didYouMean } from '../../../platform/kernel/nearest.ts'
import { auth0 } from './auth0.ts'
import { clerk } from './clerk.ts'
import { csv } from './csv.ts'
import { firebase } from './firebase.ts'
import type { Format } from './format.ts'
import { keycloak } from './keycloak.ts'
import { kratos } from './kratos.ts'
import { latchkey } from './latchkey.ts'
import { supabase } from './supabase.ts'

/** By the name that `--format` takes. */
const FORMATS: Readonly<Record<string, Format>> = { latchkey, csv, keycloak, kratos, auth0, clerk, supabase, firebase }

const NAMES: readonly string[] = Object.keys(FORMATS)

export function formatNamed(name: string): Format {
  const known = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined
  if (known) return known
  throw new UsageError(`--format is one of ${NAMES.join(', ')}.${didYouMean(name, NAMES)}`)
}
