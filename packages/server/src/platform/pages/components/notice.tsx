import { Icon } from './icon.tsx'

/** Where the address of a page may lead to. */
export const DONE_ID = 'done'

interface NoticeProps {
  /** What the address says was done. */
  readonly done: string | undefined
  readonly words: Readonly<Record<string, string>>
}

/** What was done a moment ago, told on the page that it led to: the first thing to see there, and to hear. */
export function Notice({ done, words }: NoticeProps) {
  const text = done !== undefined && Object.hasOwn(words, done) ? words[done] : undefined
  return text === undefined ? null : <Success words={text} />
}

export const Success = ({ words }: { readonly words: string }) => (
  // biome-ignore lint/a11y/noAutofocus: what was done is the first thing to hear on the page that it led to
  <p id={DONE_ID} class="notice" role="status" tabIndex={-1} autoFocus>
    <Icon name="check" />
    <span>{words}</span>
  </p>
)
