const WORD = /\p{L}|\p{N}/u

export function Initials({ name }: { readonly name: string }) {
  const words = name.split(/\s+/).filter((word) => WORD.test(word))
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word && WORD.exec(word)?.[0])
  return (
    <span class="initials" aria-hidden="true">
      {letters.join('') || '·'}
    </span>
  )
}
