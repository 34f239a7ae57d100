type ListPage = { readonly next?: string }

export async function* everyPageOf<P extends ListPage>(first: P, readAfter: (after: string) => Promise<P>): AsyncGenerator<P> {
  yield first
  for (let { next } = first; next !== undefined; ) {
    const page = await readAfter(next)
    yield page
    next = page.next
  }
}
