import { world } from './world.ts'

type WorldOptions = NonNullable<Parameters<typeof world>[0]>

/** A service whose figures can be read as Prometheus reads them. */
export async function measured({ env = {}, ...options }: WorldOptions = {}) {
  const here = await world({ ...options, env: { PORT: '0', METRICS_PORT: '0', ...env } })
  const address = await here.listen()
  const url = /"metrics":"(http[^"]+)"/.exec(here.logged())?.[1] ?? ''
  const scrape = async (): Promise<string> => (await fetch(url)).text()
  return {
    ...here,
    address,
    metricsUrl: url,
    scrape,
    /** The value of one series, by its whole name. */
    figure: async (series: string): Promise<number | undefined> => {
      const line = (await scrape()).split('\n').find((one) => one.startsWith(`${series} `))
      return line === undefined ? undefined : Number(line.slice(series.length + 1))
    },
    /** The names of all series of ours, without their values. */
    series: async (): Promise<string[]> =>
      (await scrape())
        .split('\n')
        .filter((line) => line.startsWith('latchkey_'))
        .map((line) => line.slice(0, line.lastIndexOf(' ')))
        .sort(),
  }
}
