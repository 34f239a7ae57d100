/** What a word that was mistyped probably means: the nearest of those that are known, unless even that is far. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  const most = Math.max(1, Math.floor(word.length / 3))
  const near = [...known].map((one) => ({ one, edits: editsBetween(word, one) })).filter(({ edits }) => edits <= most)
  return near.sort((a, b) => a.edits - b.edits)[0]?.one
}

export const didYouMean = (word: string, known: Iterable<string>): string => {
  const meant = nearest(word, known)
  return meant === undefined ? '' : ` Did you mean ${meant}?`
}

/** Characters to add, drop, replace or swap with the next (optimal string alignment). */
function editsBetween(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= one.length; i++) {
    const [above = [], before = []] = [rows[i - 1], rows[i - 2]]
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      const isSwapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const swap = isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
      row.push(Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + (isSame ? 0 : 1), swap))
    }
    rows.push(row)
  }
  return rows[one.length]?.[other.length] ?? 0
}
