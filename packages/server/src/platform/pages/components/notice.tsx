import { Icon } from './icon.tsx'

/** For the fragment of an address. */
export const DONE_ID = 'done'

/** `done` comes from the address, so it may be any text. */
export function Notice({ done, words }: { readonly done: string | undefined; readonly words: Readonly<Record<string, string>> }) {
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
