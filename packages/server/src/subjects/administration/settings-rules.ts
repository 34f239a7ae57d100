import { hasPasswords } from '../../gate/passwords/has-passwords.ts'
import type { Rule } from '../../platform/config/rule.ts'

const bothOrNone: Rule = {
  reads: ['firstAdmin.email', 'firstAdmin.password'],
  refuse({ firstAdmin: { email, password } }, { nameOf }) {
    const [address, secret] = [nameOf('firstAdmin.email'), nameOf('firstAdmin.password')]
    if (email !== undefined && password === undefined) return `${address}: needs ${secret} to be set`
    return email === undefined && password !== undefined ? `${secret}: needs ${address} to be set` : undefined
  },
}

const withPasswords: Rule = {
  reads: ['firstAdmin.email', 'registration.enableEmailPassword', 'registration.emailSignIn'],
  refuse: (config, { nameOf }) =>
    config.firstAdmin.email !== undefined && !hasPasswords(config)
      ? `${nameOf('firstAdmin.email')}: there are no passwords here, so \`latchkey users promote\` makes administrators`
      : undefined,
}

export const administrationRules: readonly Rule[] = [bothOrNone, withPasswords]
