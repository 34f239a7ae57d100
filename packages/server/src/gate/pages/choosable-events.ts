import { type EventType, factsOf } from '../audit/events.ts'
import type { View } from './view.ts'

/** The kinds that a filter offers. Those of passwords stay choosable by the address of the page where there are none any more. */
export const choosableEvents = (types: readonly EventType[], view: View, chosen: string | undefined): readonly EventType[] =>
  types.filter((type) => view.hasPasswords || type === chosen || !factsOf(type)?.ofPasswords)
