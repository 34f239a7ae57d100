import '../../src/subjects/index.ts'
import * as loaded from './loaded-config.ts'

export const { SECRET } = loaded

/** All that production wants. */
export const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://id.example.com',
  SMTP_URL: 'smtp://mail.example.com',
  SECRET,
}

export const load = (env: Record<string, string>, set: readonly string[] = []) => loaded.load({ env, set })

export const problems = (env: Record<string, string>, set: readonly string[] = []) => loaded.problems({ env, set })
