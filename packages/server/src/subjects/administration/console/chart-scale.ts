/** A round number that nothing is higher than, and that has a half. */
export function scaleFor(most: number): number {
  for (let unit = 1; ; unit *= 10) {
    const found = [2, 4, 6, 8, 10].find((step) => step * unit >= most)
    if (found !== undefined) return found * unit
  }
}

/** Of so many days, those whose dates are written below: the first, the last, and up to two between. */
export const ticksFor = (days: number): readonly number[] => {
  const gaps = days < 4 ? days - 1 : 3
  return Array.from({ length: gaps + 1 }, (_, at) => Math.round((at * (days - 1)) / gaps))
}
