import { RESUMED_FIELD } from '../../kernel/hosted-page.ts'
import type { AnyVisit } from '../view.ts'

/** Whether an act is shown open: because its form has come back, or its sender has from proving who they are. */
export const isOpen = ({ failure, query }: Pick<AnyVisit, 'failure' | 'query'>, action: string): boolean =>
  failure === undefined ? query[RESUMED_FIELD] === action : failure.action === action
