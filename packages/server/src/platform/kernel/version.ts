import { readAsset } from '../pages/read-asset.ts'
import { once } from './once.ts'

/** Of the package that this program came in. */
export const version = once((): string => JSON.parse(readAsset('../package.json').toString()).version)
