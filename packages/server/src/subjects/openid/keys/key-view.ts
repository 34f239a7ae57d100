import { type Static, Type } from 'typebox'
import { textField, timeField, timeOrNull, timeOrNullField } from '../../../gate/views/fields.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'
import { oneOf } from '../../../platform/kernel/one-of.ts'
import { ALGORITHMS } from '../clients/client.ts'
import type { SigningKey } from '../tables/signing-keys.ts'
import { STATES, stateOf } from './schedule.ts'

export const KeyView = Type.Object(
  {
    kid: textField('Its thumbprint, which every token names that it has signed.'),
    algorithm: oneOf(ALGORITHMS, { description: 'What it signs with.' }),
    state: oneOf(STATES, { description: 'Whether it signs, will, or did.' }),
    createdAt: timeField('Since when it is published.'),
    signsFrom: timeField('From when on it signs.'),
    signsUntil: timeOrNullField('Until when it signs.'),
    publishedUntil: timeOrNullField('When the last token is out that it has signed.'),
  },
  { title: 'SigningKey', description: 'Without its private half, which is shown nowhere.' },
)

export const keyView = (key: SigningKey, now: number): Static<typeof KeyView> => ({
  kid: key.kid,
  algorithm: key.algorithm,
  state: stateOf(key, now),
  createdAt: timestamp(key.createdAt),
  signsFrom: timestamp(key.signsFrom),
  signsUntil: timeOrNull(key.signsUntil),
  publishedUntil: timeOrNull(key.publishedUntil),
})
