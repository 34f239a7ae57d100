/** On a narrow screen the address breaks at `@` and dots. With `cut` a long one is shortened, and its title has it in full. */
export function Address({ email, cut }: { readonly email: string; readonly cut?: 'one-line' | 'two-lines' }) {
  const parts = cut === 'one-line' ? [email] : email.split(/(?<=[@.])/)
  return (
    <bdi class={cut === undefined ? 'address' : `address ${cut}`} title={cut === undefined ? undefined : email}>
      {parts.map((part, at) => (
        <>
          {at > 0 && <wbr />}
          {part}
        </>
      ))}
    </bdi>
  )
}
