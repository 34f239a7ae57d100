import '../../index.ts'
import { expect, it } from 'vitest'
import { EVENT_TYPES } from '../../../gate/audit/events.ts'
import { OCSF, ocsfOf } from './ocsf.ts'

it('says of every event of which class it is', () => {
  expect(EVENT_TYPES.filter((type) => !Object.hasOwn(OCSF, type))).toEqual([])
  expect(EVENT_TYPES.length).toBeGreaterThan(90)
})

it('knows the numbers of class and activity, and none of an event of another version', () => {
  expect(ocsfOf('login.failed')).toEqual({ classUid: 3002, activityId: 1 })
  expect(ocsfOf('org.member.added')).toEqual({ classUid: 3006, activityId: 3 })
  for (const type of ['of.tomorrow', 'constructor']) expect(ocsfOf(type)).toEqual({ classUid: 0, activityId: 99 })
})
