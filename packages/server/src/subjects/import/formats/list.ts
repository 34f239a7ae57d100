import { UsageError } from '../../../platform/commands/command.ts'
import { didYouMean } from '../../../platform/kernel/nearest.ts'
import { aspnet } from './aspnet.ts'
import { auth0 } from './auth0.ts'
import { authjs } from './authjs.ts'
import { betterAuth } from './better-auth.ts'
import { clerk } from './clerk.ts'
import { cognito } from './cognito.ts'
import { csv } from './csv.ts'
import { devise } from './devise.ts'
import { django } from './django.ts'
import { firebase } from './firebase.ts'
import type { Format } from './format.ts'
import { keycloak } from './keycloak.ts'
import { kratos } from './kratos.ts'
import { laravel } from './laravel.ts'
import { latchkey } from './latchkey.ts'
import { lucia } from './lucia.ts'
import { passport } from './passport.ts'
import { pocketbase } from './pocketbase.ts'
import { supabase } from './supabase.ts'
import { wordpress } from './wordpress.ts'

/** By the name that `--from` takes. */
const FORMATS: Readonly<Record<string, Format>> = {
  latchkey,
  'better-auth': betterAuth,
  lucia,
  auth0,
  firebase,
  supabase,
  keycloak,
  kratos,
  clerk,
  cognito,
  django,
  wordpress,
  laravel,
  devise,
  aspnet,
  pocketbase,
  passport,
  authjs,
  csv,
}

export const FORMAT_NAMES: readonly string[] = Object.keys(FORMATS)

export function formatNamed(name: string): Format {
  const known = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined
  if (known) return known
  throw new UsageError(`--from is one of ${FORMAT_NAMES.join(', ')}.${didYouMean(name, FORMAT_NAMES)}`)
}
