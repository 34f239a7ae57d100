import { once } from './once.ts'
import { readAsset } from './read-asset.ts'

/** Of this program. */
export const version = once((): string => JSON.parse(readAsset('../package.json').toString()).version)

const numbersOf = (one: string): readonly number[] => (one.match(/\d+/g) ?? []).map(Number)

/** Compared number by number, as 1.10.0 comes after 1.9.3. */
export const newestOf = (versions: readonly string[]): string | undefined =>
  versions.toSorted((one, other) => {
    const [left, right] = [numbersOf(one), numbersOf(other)]
    const at = left.findIndex((number, index) => number !== right[index])
    return at < 0 ? 0 : (left[at] ?? 0) - (right[at] ?? 0)
  })[versions.length - 1]
