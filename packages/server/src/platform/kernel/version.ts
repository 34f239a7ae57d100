import { once } from './once.ts'
import { readAsset } from './read-asset.ts'

export const version = once((): string => JSON.parse(readAsset('../package.json').toString()).version)
