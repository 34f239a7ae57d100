import type { Visit } from '../../../gate/pages/view.ts'
import { RESUMED_FIELD } from '../hosted-page.ts'

/** Whether an act is shown open: because its form has come back, or its sender has from proving who they are. */
export const isOpen = ({ failure, query }: Pick<Visit, 'failure' | 'query'>, action: string): boolean =>
  failure === undefined ? query[RESUMED_FIELD] === action : failure.action === action
