import { encode } from 'uqr'

export function qrCode(text: string): string {
  const { data, size } = encode(text, { ecc: 'M', border: 4 }) // scanners need a quiet zone of four modules
  const path = data.flatMap((row, y) => runsIn(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`)).join('')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" role="img" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${path}"/></svg>`
  )
}

function runsIn(row: readonly boolean[]): (readonly [at: number, length: number])[] {
  const runs: [number, number][] = []
  for (const [x, isDark] of row.entries()) {
    const last = runs.at(-1)
    if (isDark && last && last[0] + last[1] === x) last[1]++
    else if (isDark) runs.push([x, 1])
  }
  return runs
}
