interface NoticeProps {
  /** What the address says was done. */
  readonly done: string | undefined
  readonly words: Readonly<Record<string, string>>
}

/** What was done a moment ago, told on the page that it led to. */
export function Notice({ done, words }: NoticeProps) {
  if (done === undefined || !Object.hasOwn(words, done)) return null
  return (
    <p class="notice" role="status">
      {words[done]}
    </p>
  )
}
