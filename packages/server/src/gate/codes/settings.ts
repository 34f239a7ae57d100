import { duration } from '../../platform/config/kinds.ts'

// biome-ignore format: a table is read by its rows
export const codes = {
  resetTtl: duration({ env: 'RESET_TTL', default: '1h', help: 'Lifetime of a password reset link.' }),
  setPasswordTtl: duration({ env: 'SET_PASSWORD_TTL', default: '10m', help: 'Lifetime of a code that sets a first password.' }),
  deleteTtl: duration({ env: 'DELETE_CODE_TTL', default: '10m', help: 'Lifetime of an account deletion code.' }),
  stepUpTtl: duration({ env: 'STEP_UP_CODE_TTL', default: '10m', help: 'Lifetime of a mailed code that proves again who is using a session.' }),
} as const
