import type { Subject } from '../../gate/subject.ts'
import { checkData } from './check-data.ts'
import { openapi } from './commands/openapi.ts'
import { dataPrune } from './commands/prune.ts'
import { changeOwnData, getData } from './flows/own-data.ts'
import { changeUserData, getUserData } from './flows/user-data.ts'
import { dataScopes } from './scopes.ts'
import { de, en, es, fr } from './words.ts'

export { DataSection, saveOwnData } from './pages/data-section.tsx'
export { saveUserData, UserDataSection } from './pages/user-data.tsx'

export const data = {
  title: 'Account data',
  order: 9.5,
  endpoints: { getData, changeOwnData, getUserData, changeUserData },
  scopes: dataScopes,
  words: { de, en, es, fr },
  commands: [openapi, dataPrune],
  checks: checkData,
} as const satisfies Subject
