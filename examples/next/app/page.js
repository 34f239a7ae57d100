import { auth } from 'latchkey-client/next'
import Link from 'next/link'

// This app, as people reach it.
const { APP_URL = 'http://localhost:3001' } = process.env
const hosted = (page) => `${process.env.LATCHKEY_PUBLIC_URL}/${page}?returnTo=${encodeURIComponent(`${APP_URL}/`)}`

export default async function Page() {
  const found = await auth()
  return found.status === 'signed-in' ? (
    <>
      <h1>Hello, {found.user.name}</h1>
      <Link href="/notes">Notes</Link> <a href={hosted('account')}>Account</a> <a href={hosted('sign-out')}>Sign out</a>
    </>
  ) : (
    <>
      <h1>Hello</h1>
      <a href={hosted('sign-in')}>Sign in</a> <a href={hosted('sign-up')}>Sign up</a> <Link href="/notes">Notes</Link>
    </>
  )
}
