import { auth } from 'latchkey-client/next'
import { headers } from 'next/headers'
import Link from 'next/link'

export default async function Page() {
  const found = await auth()
  const returnTo = encodeURIComponent(`http://${(await headers()).get('host')}/`)
  const hosted = (page) => `${process.env.LATCHKEY_PUBLIC_URL}/${page}?returnTo=${returnTo}`
  return found.status === 'signed-in' ? (
    <>
      <h1>Hello, {found.user.name}</h1>
      <Link href="/notes">Notes</Link> <a href={hosted('sign-out')}>Sign out</a>
    </>
  ) : (
    <>
      <h1>Hello</h1>
      <a href={hosted('sign-in')}>Sign in</a> <a href={hosted('sign-up')}>Sign up</a> <Link href="/notes">Notes</Link>
    </>
  )
}
