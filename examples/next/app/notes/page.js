import { requireSession } from 'latchkey-client/next'

// Who is not signed in is sent to sign in, and comes back here.
export default async function Notes() {
  const { user } = await requireSession('/notes')
  return <h1>Notes of {user.email}</h1>
}
