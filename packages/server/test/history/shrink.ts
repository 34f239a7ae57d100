/**
 * The shortest list found that still fails (delta debugging): leaves out ever smaller pieces for as long as what remains
 * fails, and there are attempts left.
 */
export async function shrink<T>(
  items: readonly T[],
  stillFails: (candidate: readonly T[]) => Promise<boolean>,
  attempts: number,
): Promise<readonly T[]> {
  let [smallest, size, left] = [items, Math.ceil(items.length / 2), attempts]
  while (size >= 1) {
    let isSmaller = false
    for (let from = 0; from < smallest.length && left > 0; ) {
      const candidate = smallest.filter((_, n) => n < from || n >= from + size)
      left--
      if (candidate.length < smallest.length && (await stillFails(candidate))) {
        smallest = candidate
        isSmaller = true
      } else from += size
    }
    if (left <= 0 || (size === 1 && !isSmaller)) break
    size = size === 1 ? 1 : Math.ceil(size / 2)
  }
  return smallest
}
