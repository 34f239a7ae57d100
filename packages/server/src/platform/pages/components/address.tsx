interface AddressProps {
  readonly email: string
  /** Where it is one of many, or has little room: a long one is cut, and said in full on a closer look. */
  readonly cut?: 'one-line' | 'two-lines'
}

/** A mail address. On a narrow screen it breaks where the eye would break it. */
export function Address({ email, cut }: AddressProps) {
  const parts = cut === 'one-line' ? [email] : email.split(/(?<=[@.])/)
  return (
    <bdi class={cut === undefined ? 'address' : `address ${cut}`} {...(cut !== undefined && { title: email })}>
      {parts.map((part, at) => (
        <>
          {at > 0 && <wbr />}
          {part}
        </>
      ))}
    </bdi>
  )
}
