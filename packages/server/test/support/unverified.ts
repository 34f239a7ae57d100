import type { World } from './world.ts'

export const DAY = 86_400_000
export const ON = { UNVERIFIED_ACCOUNT_TTL: '30d' }

export const addressesIn = async ({ sql }: Pick<World, 'sql'>) =>
  (await sql(`SELECT email FROM accounts ORDER BY email`)).map(({ email }) => email)

export const after = async (here: World, ms: number) => {
  here.clock.advance(ms)
  await here.purge.run()
  return addressesIn(here)
}
