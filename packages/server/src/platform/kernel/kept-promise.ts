/** Makes a value when it is first asked for, one time for all who wait, and keeps it; what failed is tried again. */
export function keptPromise<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
}
