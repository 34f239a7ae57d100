import { parseArgs } from 'node:util'
import { figuresOf, printTable, withService } from './ask-lists.mjs'
import { loadAccounts, untilPrepared } from './load-accounts.mjs'

/** The list of users at a thousand accounts and at a million: what does each kind of page cost? */
const SIZES = [1000, 1_000_000]

const { values: options } = parseArgs({ options: { database: { type: 'string', default: 'sqlite' } } })

const LIST = '/admin/users?'
const questions = (size) => ({
  'GET /admin/statistics': '/admin/statistics',
  'first page': LIST,
  'page 500, by `after`': [LIST, 500],
  'page 500, oldest first': [`${LIST}orderDirection=asc`, 500],
  'offset 10,000': `${LIST}offset=10000`,
  'banned only': `${LIST}banned=true`,
  'not banned': `${LIST}banned=false`,
  'not banned, page 500': [`${LIST}banned=false`, 500],
  administrators: `${LIST}role=admin`,
  'first page by change': `${LIST}orderBy=updated_at`,
  'page 500 by change': [`${LIST}orderBy=updated_at`, 500],
  'banned by change': `${LIST}banned=true&orderBy=updated_at`,
  'search by address, about ten matches': `${LIST}search=user${size / 100 - 1}`,
  'search by address, one in 90': `${LIST}search=user77`,
  'search by name, ten matches': `${LIST}search=zwolf`,
  'search by name, one in 400': `${LIST}search=berfeld`,
  'search by name, one in 26': `${LIST}search=jose`,
  'search by name, one in 26, by change': `${LIST}search=jose&orderBy=updated_at`,
  'search by name, one in 26, page 500': [`${LIST}search=jose`, 500],
  'search by two words, one in 10,000': `${LIST}search=berfeld%20jose`,
  'search by two words, of which everybody has one': `${LIST}search=jose%20example.com`,
  'search by one letter, one in 20': `${LIST}search=b`,
  'search by one letter, everybody': `${LIST}search=u`,
  'search by one letter, everybody, not banned': `${LIST}search=u&banned=false`,
  'search by two letters, which many have': `${LIST}search=u%20e`,
  'search by two words that are frequent and never meet': `${LIST}search=jose%20ada`,
})

const measure = (size) =>
  withService(
    options.database,
    (database) => loadAccounts(database, size),
    async (world) => {
      const startedAt = performance.now()
      await untilPrepared(world.database)
      console.log(`${size} accounts got their words in ${Math.round((performance.now() - startedAt) / 1000)} s`)
      return figuresOf(world, questions(size))
    },
  )

printTable(options.database, SIZES, 'accounts', [await measure(SIZES[0]), await measure(SIZES[1])])
