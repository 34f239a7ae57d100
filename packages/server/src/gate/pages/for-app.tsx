import { sentence } from '../../platform/pages/components/sentence.ts'
import type { Visit } from './view.ts'
import { appSignedInto } from './way-back.ts'

interface ForAppProps {
  readonly visit: Visit
  readonly words: (app: string) => string
}

/** Says for which application on another origin a visitor signs in. */
export function ForApp({ visit, words }: ForAppProps) {
  const app = appSignedInto(visit)
  return app === undefined ? null : <p>{sentence(words, <b class="address">{app}</b>)}</p>
}
