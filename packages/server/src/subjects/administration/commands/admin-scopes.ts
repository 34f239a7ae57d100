import { type AdminScopes, readAdminScopes } from '../../../gate/accounts/admin-scopes.ts'
import type { Account } from '../../../gate/accounts/tables/accounts.ts'
import { findAccount } from '../../../gate/assembly/find-account.ts'
import { openStore } from '../../../gate/assembly/open-store.ts'
import { withEngine } from '../../../gate/assembly/with-engine.ts'
import { CommandError, command, UsageError } from '../../../platform/commands/command.ts'
import { didYouMean } from '../../../platform/kernel/nearest.ts'
import { PRESETS, SCOPES } from '../../../platform/kernel/scopes.ts'
import { changeScopes } from '../steps/change-scopes.ts'
import { changed } from './users-change.ts'

export const adminScopes = command({
  name: 'admin scopes',
  summary: 'Show what an administrator may do, or change it. Keys of theirs that open more are revoked.',
  operands: {
    user: 'Id or address of the administrator.',
    get 'scopes?'() {
      return `all, ${PRESETS.join(', ')}, or several with commas of ${SCOPES.join(', ')}.`
    },
  },
  options: {},

  async run({ operands: { user, scopes: typed }, terminal, config }) {
    const wanted = typed === '' ? undefined : readTyped(typed)
    const { email, adminScopes } = wanted
      ? await changed(config(), terminal, user, (tx, account) =>
          changeScopes(tx, administrator(account), wanted.scopes, undefined),
        )
      : administrator(await withEngine(config(), (engine) => findAccount(openStore(engine), user)))
    terminal.out(`${email} ${inWords(wanted ? wanted.scopes : adminScopes)}`)
  },
})

function readTyped(typed: string): { readonly scopes: AdminScopes } {
  const names = typed.split(',').map((one) => one.trim())
  const read = readAdminScopes(names.length === 1 ? typed.trim() : names)
  if ('scopes' in read) return read
  throw new UsageError(`${read.unknown}: there is none of this name.${didYouMean(read.unknown, [...PRESETS, ...SCOPES])}`)
}

function administrator(account: Account): Account {
  if (account.role !== 'admin') throw new CommandError(`${account.email} is no administrator.`)
  return account
}

const inWords = (scopes: AdminScopes): string => (scopes === undefined ? 'may do everything.' : `may do: ${scopes.join(', ')}`)
