import { once } from './once.ts'
import { readAsset } from './read-asset.ts'

/** Of the package that this program came in. */
export const version = once((): string => JSON.parse(readAsset('../package.json').toString()).version)
