import { createClient } from 'latchkey-client'
import { useAuth } from 'latchkey-client/react'
import { createRoot } from 'react-dom/client'

// Latchkey's pages are below BASE_PATH of this host; what the client calls is at /auth of it.
const basePath = '/id'
const auth = createClient({ baseUrl: location.origin, basePath })
const hosted = (page) => `${basePath}/${page}?${new URLSearchParams({ returnTo: location.href })}`

function App() {
  const { status, user, isStale } = useAuth(auth)
  if (status === 'unknown') return <p role="status">{isStale ? 'Latchkey does not answer at /auth.' : 'One moment…'}</p>
  return status === 'signed-in' ? (
    <>
      <h1>Hello, {user.name}</h1>
      <a href={hosted('account')}>Account</a>{' '}
      <button type="button" onClick={() => auth.signOut()}>
        Sign out
      </button>
    </>
  ) : (
    <>
      <h1>Hello</h1>
      <a href={hosted('sign-in')}>Sign in</a> <a href={hosted('sign-up')}>Sign up</a>
    </>
  )
}

createRoot(document.querySelector('#root')).render(<App />)
