/** A mail address. On a narrow screen it breaks where the eye would break it. */
export function Address({ email }: { readonly email: string }) {
  const parts = email.split(/(?<=[@.])/)
  return (
    <bdi class="address">
      {parts.map((part, at) => (
        <>
          {at > 0 && <wbr />}
          {part}
        </>
      ))}
    </bdi>
  )
}
