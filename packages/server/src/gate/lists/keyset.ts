import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import { isId } from '../../platform/kernel/ids.ts'
import { type Count, MOST_COUNTED } from '../../platform/store/bounded-scan.ts'
import type { ListPage, Position, Slice } from '../../platform/store/list-page.ts'
import { parameter } from '../views/fields.ts'
import { NO_PAGE, pageFields, pageQuery, readPage } from './paging.ts'

export const keysetQuery = {
  ...pageQuery,
  after: parameter('The `next` or `previous` of an answer to the same question: the page that lies there.'),
}

export const keysetFields = {
  ...pageFields,
  totalIsCapped: Type.Optional(
    Type.Boolean({ description: `There are more than \`total\`, or there may be. Nothing is counted past ${MOST_COUNTED}.` }),
  ),
  next: Type.Optional(Type.String({ description: 'For `after`, where there is more, or may be.' })),
  previous: Type.Optional(Type.String({ description: 'The same for what comes before, if this is not the first page.' })),
}

export const TOO_FAR = `offset cannot reach that far here: go on with after, by the next of an answer.`
export const NOT_OURS = 'after must be the next or previous of an answer to the same question, and comes without offset.'

type Typed = Readonly<Partial<Record<'limit' | 'offset' | 'after', string>>>

/** A position carries a hash of its list's filters and order, so that it is refused in any other list. */
export class Keyset {
  readonly #list: string

  constructor(name: string, filter: unknown) {
    this.#list = createHash('sha256')
      .update(JSON.stringify([name, filter]))
      .digest('base64url')
      .slice(0, 12)
  }

  read(query: Typed): { readonly slice: Slice } | { readonly problem: string } {
    const page = readPage(query)
    if (!page) return { problem: NO_PAGE }
    if (query.after === undefined) return { slice: page }
    const at = this.#place(query.after)
    return at && page.offset === 0 ? { slice: { ...page, at } } : { problem: NOT_OURS }
  }

  view({ total, isCapped, offset, next, previous }: Count & ListPage, { limit }: Slice) {
    return {
      total,
      limit,
      offset,
      ...(isCapped && { totalIsCapped: true }),
      ...(next && { next: this.#text(next) }),
      ...(previous && { previous: this.#text(previous) }),
    }
  }

  #text({ moment, id, isBefore, passed }: Position): string {
    return Buffer.from(JSON.stringify([this.#list, moment, id, isBefore, passed])).toString('base64url')
  }

  #place(text: string): Position | undefined {
    const [list, moment, id, isBefore, passed] = parsed(text)
    if (list !== this.#list || typeof id !== 'string' || !isId(id) || typeof isBefore !== 'boolean') return undefined
    return isWhole(moment) && isWhole(passed) ? { moment, id, isBefore, passed } : undefined
  }
}

export async function findKeysetPage<Result extends Count & ListPage>(
  name: string,
  filter: unknown,
  query: Typed,
  find: (slice: Slice) => Promise<Result>,
): Promise<{ readonly found: Result; readonly page: ReturnType<Keyset['view']> } | { readonly problem: string }> {
  const list = new Keyset(name, filter)
  const read = list.read(query)
  if ('problem' in read) return read
  const found = await find(read.slice)
  return found.isTooFar ? { problem: TOO_FAR } : { found, page: list.view(found, read.slice) }
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

function parsed(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}
