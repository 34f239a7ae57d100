import { nameOfSecret } from '../../../gate/passwords/foreign/hash-keys.ts'
import type { DataKey } from '../../../platform/kernel/data-key.ts'
import type { ImportOptions } from '../import-options.ts'
import type { SourceFile } from '../reading/source-file.ts'

/** What decides over each record, by the names of the options. How many are written at once does not, nor what becomes of conflicts. */
export type Asked = Readonly<Record<string, string>>

interface Given {
  readonly options: ImportOptions
  readonly second: SourceFile | undefined
  readonly keys: string | undefined
  readonly dataKey: DataKey
}

/** Files by what is in them. A hash of keys alone could be guessed from. */
export async function askedOf({ options, second, keys, dataKey }: Given): Promise<Asked> {
  const { verified, weak, ids, admins, providers } = options
  return {
    ...{ verified, weak, ids, 'second-factor': options['second-factor'] },
    ...(admins && { admins: `${admins.field}=${admins.value}` }),
    ...(providers.size > 0 && {
      provider: [...providers]
        .map(([theirs, { name }]) => `${theirs}=${name}`)
        .toSorted()
        .join(' '),
    }),
    ...(second && { identities: await second.hash() }),
    ...(keys !== undefined && { 'hash-config': nameOfSecret(dataKey, 'hash config: ', Buffer.from(keys)) }),
  }
}

/** The options that are other ones now. */
export const differences = (before: Asked, now: Asked): readonly string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(now)])].filter((name) => before[name] !== now[name]).toSorted()
