import { expect, it } from 'vitest'
import { world } from '../../../test/support/world.ts'
import { seedDatabase } from './seed-database.ts'

it('a database is not filled where there is an account already', async () => {
  const { signedUp, config, clock, sql } = await world()
  await signedUp()
  expect(await seedDatabase(config, clock.now())).toBeUndefined()
  expect(await sql(`SELECT email FROM accounts`)).toEqual([{ email: 'ada@example.com' }])
})
