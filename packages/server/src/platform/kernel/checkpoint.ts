import { HASH_BYTES } from './merkle.ts'

/** What a log says of itself at one moment: https://c2sp.org/tlog-checkpoint, the text of a signed note. */
export interface Checkpoint {
  /** Which log it is. */
  readonly origin: string
  readonly size: number
  readonly root: Buffer
  /** Further lines. */
  readonly extensions: readonly string[]
}

export const checkpointText = ({ origin, size, root, extensions }: Checkpoint): string =>
  `${[origin, String(size), root.toString('base64'), ...extensions].join('\n')}\n`

/** Undefined for a text that is no checkpoint. */
export function readCheckpoint(text: string): Checkpoint | undefined {
  const [origin = '', size = '', written = '', ...rest] = text.split('\n')
  const root = Buffer.from(written, 'base64')
  const isWhole = root.length === HASH_BYTES && root.toString('base64') === written && rest.pop() === ''
  if (!isWhole || origin === '' || !/^(?:0|[1-9]\d{0,15})$/.test(size) || rest.includes('')) return undefined
  return { origin, size: Number(size), root, extensions: rest }
}
