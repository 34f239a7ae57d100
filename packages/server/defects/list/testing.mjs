import { becomes, wrong } from '../changes.mjs'
import { planted, sqlite } from '../defect.mjs'

/** What signs in without a proof meets no real account. */
export const testing = [
  planted('a Latchkey for tests starts in production', { refuseProduction: becomes('') }, sqlite('testing/test-latchkey')),
  planted(
    'a Latchkey for tests takes the settings of the machine',
    { testConfig: wrong('env: {}', 'env: process.env') },
    sqlite('testing/test-latchkey'),
  ),
  planted(
    'a Latchkey for tests sends its mails',
    { openParts: wrong('transport: mails.transport,', ''), testConfig: wrong('smtpUrl: undefined,', '') },
    sqlite('testing/test-latchkey'),
  ),
]
