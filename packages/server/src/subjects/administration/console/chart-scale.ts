/** The top of the axis: a round number with a whole half, for the line in the middle. */
export function scaleFor(most: number): number {
  for (let unit = 1; ; unit *= 10) {
    const found = [2, 4, 6, 8, 10].find((step) => step * unit >= most)
    if (found !== undefined) return found * unit
  }
}

/** There is room for four dates below the chart: those of the first day, the last, and up to two between. */
export const ticksFor = (days: number): readonly number[] => {
  const gaps = days < 4 ? days - 1 : 3
  return Array.from({ length: gaps + 1 }, (_, at) => Math.round((at * (days - 1)) / gaps))
}
