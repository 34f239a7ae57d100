import { inPlaceOf, wrong } from '../changes.mjs'
import { planted, sqlite } from '../defect.mjs'

/** Endpoints are told everything, and neither more at once nor more often than is good for them. */
export const webhooks = [
  planted(
    'an endpoint is told by several processes more at once',
    { placeFor: wrong('ofIt >= width', 'false') },
    sqlite('of-several-processes'),
  ),
  planted(
    'endpoints are told by several processes more at once, all together',
    { placeFor: wrong('all >= AT_ONCE', 'false') },
    sqlite('of-several-processes'),
  ),
  planted(
    'what a dead process had under way is never sent to an endpoint again',
    { leaseDelivery: wrong('now + LEASE_MS', 'now + 1000 * LEASE_MS') },
    sqlite('of-several-processes'),
  ),
  planted(
    'an attempt at an endpoint that was given up counts',
    { 'DeliveriesTable.giveBack': wrong('attempts = attempts - 1', 'attempts = attempts') },
    sqlite('of-several-processes'),
  ),
  planted(
    'an endpoint that is down fills the table',
    { fanOut: wrong('if (room <= 0) return false', '') },
    sqlite('unruly-endpoints'),
  ),
  planted(
    'an endpoint that is down is told less in the end',
    { settleAttempt: wrong('failingSince > delivery.createdAt && ', '') },
    sqlite('unruly-endpoints'),
  ),
  planted(
    'an endpoint is disabled later than after three days',
    { settleAttempt: wrong(', givenUpAt)', ', now + 2 * givenUpAt)') },
    sqlite('unruly-endpoints'),
  ),
  planted(
    'what an endpoint refuses is sent for ever',
    { isTriedOut: wrong('attempts > PAUSES.length', 'attempts > 100') },
    sqlite('unruly-endpoints'),
  ),
  planted(
    'an endpoint is left alone for longer than a day',
    { waitAskedFor: wrong('LONGEST_WAIT_MS', '9 * LONGEST_WAIT_MS') },
    sqlite('unruly-endpoints'),
  ),
  planted('what an endpoint is told has no bound', { wordOf: wrong('.slice(0, LONGEST_FACT)', '') }, sqlite('unruly-endpoints')),
  planted(
    'who leads an endpoint elsewhere is told after losing the power',
    { changeWebhook: wrong('body.enabled === true || hasMoved', 'body.enabled === true') },
    sqlite('hostile-administrators'),
  ),
  planted(
    'an endpoint outlives the power of its maker',
    { disableWithoutPower: inPlaceOf('isAble', 'true') },
    sqlite('deliveries.both'),
  ),
  planted(
    'secrets of endpoints lie in the database as they are',
    {
      sealedSecret: wrong(
        'sealBytes(webhooks, id, Buffer.from(secret))',
        'sealBytes(webhooks, id, Buffer.from(secret)) + secret',
      ),
    },
    sqlite('unruly-endpoints'),
  ),
  planted(
    'an endpoint that answers slowly is told one thing at a time',
    { 'Deliverer.#begin': wrong('if (line.isPreparing)', 'if (line.isPreparing || line.underWay.size > 0)') },
    sqlite('slow-endpoints'),
  ),
  planted(
    'tests of an endpoint are sent beside all that it may be told at once',
    { leaseTest: wrong('isFull(AT_ONCE_FOR_ONE)', 'isFull(100)') },
    sqlite('slow-endpoints'),
  ),
  planted(
    'the test of a process that has died stays open',
    { 'DeliveriesTable.addTest': wrong('leasedUntil: until', 'leasedUntil: 9 * until') },
    sqlite('slow-endpoints'),
  ),
  planted(
    'the receiver of the development inbox keeps whatever it was sent',
    { 'ReceivedTable.add': wrong('NOT IN (SELECT id', 'IN (SELECT body') },
    sqlite('received/received'),
  ),
]
