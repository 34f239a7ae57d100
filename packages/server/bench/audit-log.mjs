import { parseArgs } from 'node:util'
import { figuresOf, printTable, withService } from './ask-lists.mjs'
import { HOT, loadEvents, PROXY, RARE_IP, someAccount } from './load-events.mjs'

/** The audit log and the dashboard at three thousand events and at three million: what does each kind of question cost? */
const SIZES = [3000, 3_000_000]

const { values: options } = parseArgs({ options: { database: { type: 'string', default: 'sqlite' } } })

const LOG = '/admin/audit-logs?limit=50'
const questions = (now) => ({
  'GET /admin/statistics': '/admin/statistics',
  'the console’s dashboard': '/console',
  'first page': LOG,
  'page 500, by `after`': [LOG, 500],
  'offset 10,000': `${LOG}&offset=10000`,
  'by type, many': `${LOG}&type=login.success`,
  'by type, thirty': `${LOG}&type=admin.user.banned`,
  'by actor': `${LOG}&actorId=${someAccount(77)}`,
  'of one account': `/admin/users/${someAccount(77)}/audit-logs?limit=50`,
  'of an account with one in thirty': `/admin/users/${HOT}/audit-logs?limit=50`,
  'of such an account, page 500': [`/admin/users/${HOT}/audit-logs?limit=50`, 500],
  'by address, few': `${LOG}&ip=${RARE_IP}`,
  'by address, half': `${LOG}&ip=${PROXY}`,
  'what failed': `${LOG}&success=false`,
  'what failed, page 500': [`${LOG}&success=false`, 500],
  'what succeeded': `${LOG}&success=true`,
  'a week of last year': `${LOG}&from=${day(now - 300)}&to=${day(now - 293)}`,
  'what failed in that week': `${LOG}&success=false&from=${day(now - 300)}&to=${day(now - 293)}`,
  'by address, half, and type, thirty': `${LOG}&ip=${PROXY}&type=admin.user.banned`,
  'by address, half, and type, half of it': `${LOG}&ip=${PROXY}&type=login.success`,
  'worst: two that are frequent and never meet': `${LOG}&ip=${PROXY}&type=login.success&success=false`,
  'worst, ten answers on': [`${LOG}&ip=${PROXY}&type=login.success&success=false`, 10],
})

const day = (days) => new Date(days * 86_400_000).toISOString().slice(0, 10)

const measure = (size) =>
  withService(
    options.database,
    (database) => loadEvents(database, size),
    (world) => figuresOf(world, questions(Math.floor(Date.now() / 86_400_000))),
  )

printTable(options.database, SIZES, 'events', [await measure(SIZES[0]), await measure(SIZES[1])])
