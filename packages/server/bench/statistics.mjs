export function quantile(values, share) {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
}

export function median(values) {
  const sorted = Float64Array.from(values).sort()
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/**
 * Mann–Whitney U, two-sided, by its normal approximation, which is good from some twenty samples on each side. `superiority`
 * is the chance that one of `left` is greater than one of `right`: 0.5 when nothing tells them apart.
 */
export function rankTest(left, right) {
  const all = [...left.map((value) => ({ value, isLeft: true })), ...right.map((value) => ({ value }))]
  all.sort((one, other) => one.value - other.value)
  let [rankSum, ties] = [0, 0]
  for (let from = 0, to; from < all.length; from = to) {
    for (to = from + 1; to < all.length && all[to].value === all[from].value; ) to++
    const size = to - from
    ties += size ** 3 - size
    rankSum += ((from + 1 + to) / 2) * all.slice(from, to).filter(({ isLeft }) => isLeft).length
  }
  const [n, m, total] = [left.length, right.length, all.length]
  const u = rankSum - (n * (n + 1)) / 2
  const deviation = Math.sqrt(((n * m) / 12) * (total + 1 - ties / (total * (total - 1))))
  const z = Math.max(0, Math.abs(u - (n * m) / 2) - 0.5) / deviation
  return { superiority: u / (n * m), p: Math.min(1, 2 * upperTail(z)) }
}

/** The normal distribution past z (Abramowitz and Stegun 26.2.17: right to seven digits). */
function upperTail(z) {
  const t = 1 / (1 + 0.2316419 * z)
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series
}
