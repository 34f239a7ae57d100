import { readAsset } from '../kernel/read-asset.ts'

/** Of the package that this program came in. */
export const version = (): string => JSON.parse(readAsset('../package.json').toString()).version
