import { sentence } from '../../platform/pages/components/sentence.ts'
import type { Visit } from './view.ts'
import { appSignedInto } from './way-back.ts'

interface ForAppProps {
  readonly visit: Visit
  readonly words: (app: string) => string
  /** Known by its name, where it has one here. */
  readonly named?: string | undefined
}

/** Says for which application on another origin a visitor signs in. */
export function ForApp({ visit, words, named }: ForAppProps) {
  const app = named ?? appSignedInto(visit)
  return app === undefined ? null : <p>{sentence(words, <b class="address">{app}</b>)}</p>
}
