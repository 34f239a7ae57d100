import { HASH_BYTES } from '../../../platform/kernel/merkle.ts'
import { number, text } from '../../../platform/store/columns.ts'
import { type Connection, Table, table } from '../../../platform/store/table.ts'
import { ofTheLog } from './head.ts'

/** The tree in tiles of 256 hashes, as https://c2sp.org/tlog-tiles has them: a tile of the next level has the roots of these. */
export const TILE_WIDTH = 256
export const TILE_HEIGHT = 8

export const AUDIT_TILES = table('audit_tiles', {
  ...ofTheLog,
  key: 'place',
  columns: {
    level: number('level'),
    /** Counted from the left. */
    place: number('place'),
    /** One after the other; fewer than 256 in the last tile of a level. */
    hashes: text('hashes'),
  },
  purged: { never: 'the log removes them with their events' },
})

const HASHES = AUDIT_TILES.pick('hashes')
const INSERT = AUDIT_TILES.insert()

/** So many letters has each hash, so that they can be put one after the other. */
const LETTERS = Math.ceil((HASH_BYTES * 4) / 3)

export const writtenHashes = (hashes: readonly Buffer[]): string => hashes.map((hash) => hash.toString('base64url')).join('')

/** Undefined for a text that is no list of hashes. */
export function readHashes(written: string): readonly Buffer[] | undefined {
  if (written.length % LETTERS !== 0) return undefined
  const hashes = Array.from({ length: written.length / LETTERS }, (_, at) =>
    Buffer.from(written.slice(at * LETTERS, (at + 1) * LETTERS), 'base64url'),
  )
  return writtenHashes(hashes) === written ? hashes : undefined
}

/** Hashes that become whole in turn: those of a level are put into its tiles in their order. */
export interface NewHash {
  readonly level: number
  readonly index: number
  readonly hash: Buffer
}

export const tilesIn = (tx: Connection): TilesTable => new TilesTable(tx)

export class TilesTable extends Table {
  async find(level: number, place: number): Promise<string | undefined> {
    const tile = await this.oneWhere(HASHES, `level = ? AND place = ?`, [level, place])
    return tile?.hashes
  }

  async append(added: readonly NewHash[]): Promise<void> {
    const tiles = new Map<string, { readonly level: number; readonly place: number; readonly hashes: Buffer[] }>()
    for (const { level, index, hash } of added) {
      const place = Math.floor(index / TILE_WIDTH)
      const tile = tiles.get(`${level} ${place}`) ?? { level, place, hashes: [] }
      tile.hashes.push(hash)
      tiles.set(`${level} ${place}`, tile)
    }
    for (const { level, place, hashes } of tiles.values())
      await this.sql.run(
        `${INSERT.text} ON CONFLICT (level, place) DO UPDATE SET hashes = audit_tiles.hashes || excluded.hashes`,
        INSERT.params({ level, place, hashes: writtenHashes(hashes) }),
      )
  }

  /** Those of the leaves alone: what stands above them is what older checkpoints are compared with. */
  async removeBelow(place: number): Promise<void> {
    await this.sql.run(`DELETE FROM audit_tiles WHERE level = 0 AND place < ?`, [place])
  }
}
