import { becomes, without, wrong } from '../changes.mjs'
import { planted, sqlite } from '../defect.mjs'

export const data = [
  planted(
    'an owner writes what is for apps',
    { rightOn: wrong("if (access === 'app' || reader === 'member') return 'read'", "if (reader === 'member') return 'read'") },
    sqlite('data-tiers'),
  ),
  planted(
    'an owner sees what is private',
    { rightOn: wrong("if (access === 'private') return 'none'", "if (access === 'private') return 'read'") },
    sqlite('data-tiers'),
  ),
  planted(
    'a newcomer writes what is not asked at sign-up',
    { rightOn: wrong("reader === 'newcomer' && atSignUp === 'no'", 'false') },
    sqlite('data/flows/own-data'),
  ),
  planted(
    'a field is refused after others were written',
    { readChanges: wrong("rightOn(field, writer) !== 'write'", "rightOn(field, writer) === 'none'") },
    sqlite('data-tiers'),
  ),
  planted(
    'what has changed since is overwritten',
    { changeData: without('checkUnchanged') },
    sqlite('data/flows/user-data', 'data-races'),
  ),
  planted(
    'a change of data leaves what accounts are found by as it was',
    { changeData: without('accountDataIn.replace') },
    sqlite('data/flows/user-data', 'data-races'),
  ),
  planted(
    'the audit log is told values',
    { changeData: wrong('fields: namesOf(changed)', 'fields: String(data)') },
    sqlite('data/flows/own-data'),
  ),
  planted(
    'a change of data is not seen by a cached session',
    {
      'AccountsTable.setData': becomes(
        'await this.sql.run(`UPDATE accounts SET data = ?, data_updated_at = ?, updated_at = ? WHERE id = ?`, [data ?? null, updatedAt, now, id])',
      ),
    },
    sqlite('data/flows/own-data'),
  ),
  planted(
    'a value that does not fit its field is shown',
    { storedIn: wrong('fits(field, value) ? value', 'field ? (value as Value)') },
    sqlite('data/declared-anew'),
  ),
  planted(
    'a header without a value does not come',
    {
      dataHeaders: wrong(
        'Object.entries(filledValues(sent, data))',
        'Object.entries(filledValues(sent, data)).filter(([, one]) => one !== null)',
      ),
    },
    sqlite('data-headers'),
  ),
  planted(
    'a header is cut',
    { dataHeaders: wrong("text.length <= left ? text : ''", 'text.slice(0, left)') },
    sqlite('data-headers'),
  ),
  planted(
    'who comes back from a provider has an account before what is required is answered',
    { asksForMore: becomes('return config === undefined') },
    sqlite('data/pages/pages'),
  ),
  planted(
    'an arrival makes accounts again and again',
    { 'finishSignUp.handle': wrong("throw fail('state_used')", 'void 0') },
    sqlite('data/pages/pages'),
  ),
  planted(
    'users:read finds accounts by their data',
    { 'listUsers.handle': wrong("!mayAlso(caller, 'data:read')", 'false') },
    sqlite('data/flows/user-data'),
  ),
  planted(
    'a list of accounts tells their data unasked',
    { 'listUsers.handle': wrong('const data = wants.data ?', 'const data = true ?') },
    sqlite('data-places'),
  ),
  planted(
    'the document that anybody reads has the names of private fields',
    { publicShapes: wrong("readableBy(fields, 'owner')", 'fields') },
    sqlite('data/commands/data'),
  ),
  planted(
    'an account is not found by the default of a field that was a text',
    { searchKeyOf: wrong("isEntry ? '[' : ''", "''") },
    sqlite('data/declared-anew'),
  ),
  planted(
    'a form that is shown again hides what others have written',
    { DataField: wrong('withoutTyped(form, field)', 'form') },
    sqlite('data/pages/pages'),
  ),
  planted(
    'who overwrites what others have written is not told of it',
    { DataField: wrong('!isSameText(now, wasShown)', 'false') },
    sqlite('data/pages/pages'),
  ),
  planted(
    'a form says of no field that it is optional',
    { DataFields: wrong("field.atSignUp !== 'required' && form", 'form') },
    sqlite('data/pages/pages'),
  ),
  planted(
    'what has changed of an organisation since is overwritten',
    { changeDataOfOrg: without('checkUnchanged') },
    sqlite('data-races'),
  ),
  planted('a form tries patterns on more than an account can have', { isTooMuch: becomes('return false') }, sqlite('data-worst')),
  planted(
    'a search tries patterns on more than an account can have',
    { charactersIn: becomes('return 0') },
    sqlite('data-worst'),
  ),
]
