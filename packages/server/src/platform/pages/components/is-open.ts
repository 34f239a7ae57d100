import { RESUMED_FIELD } from '../../kernel/hosted-page.ts'
import type { AnyVisit } from '../view.ts'

export const isOpen = ({ failure, query }: Pick<AnyVisit, 'failure' | 'query'>, action: string): boolean =>
  failure === undefined ? query[RESUMED_FIELD] === action : failure.action === action
