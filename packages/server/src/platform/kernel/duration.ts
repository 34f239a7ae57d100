const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

export function parseDuration(text: string): number | undefined {
  const match = /^(\d{1,9})(ms|s|m|h|d)$/.exec(text)
  return match ? Number(match[1]) * UNITS[match[2] as keyof typeof UNITS] : undefined
}

export function formatDuration(ms: number): string {
  const [unit, size] = Object.entries(UNITS).findLast(([, size]) => ms % size === 0 && ms >= size) ?? ['ms', 1]
  return `${ms / size}${unit}`
}
