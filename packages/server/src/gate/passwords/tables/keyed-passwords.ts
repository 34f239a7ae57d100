import { text } from '../../../platform/store/columns.ts'
import { type Connection, inPieces, padded, placeholders, Table } from '../../../platform/store/table.ts'
import { ACCOUNT } from '../../accounts/tables/account-columns.ts'
import { FOREIGN } from '../foreign/is-foreign.ts'
import { keyIdOf } from '../foreign/kinds.ts'

const KEYED = ACCOUNT.pick('id', 'email').with({ passwordHash: text('password_hash') })

export const keyedPasswordsIn = (tx: Connection): KeyedPasswordsTable => new KeyedPasswordsTable(tx)

/** Accounts whose password can be compared only with a key of the system that they came from. */
export class KeyedPasswordsTable extends Table {
  async addresses(): Promise<readonly string[]> {
    return (await this.#list()).map(({ email }) => email)
  }

  /** When their keys are lost: what no password matches is no password. */
  async voidAll(now: number): Promise<void> {
    for (const piece of inPieces(await this.#list())) {
      const ids = padded(piece.map(({ id }) => id))
      await this.sql.run(
        `UPDATE accounts SET password_hash = NULL, credential_version = credential_version + 1, updated_at = ?
         WHERE id IN (${placeholders(ids)})`,
        [now, ...ids],
      )
    }
  }

  async #list() {
    const all = await this.all(KEYED, `SELECT ${KEYED.names} FROM accounts WHERE ${FOREIGN} ORDER BY email`)
    return all.filter(({ passwordHash }) => keyIdOf(passwordHash) !== undefined)
  }
}
