import { destinationOf } from '../../../gate/pages/after-credentials.ts'
import type { Hosted } from '../../../gate/pages/view.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'

export const homePage: Hosted = { path: '/', for: 'people', show: async (visit) => new Redirect(destinationOf(visit)) }
