import { createClient } from 'latchkey-client'
import { useAuth } from 'latchkey-client/react'
import { createRoot } from 'react-dom/client'

const service = import.meta.env.VITE_LATCHKEY_URL ?? 'http://localhost:3000'
const auth = createClient({ baseUrl: service })
const hosted = (page) => `${service}/${page}?${new URLSearchParams({ returnTo: location.href })}`

function App() {
  const { status, user, isStale } = useAuth(auth)
  if (status === 'unknown') return <p role="status">{isStale ? `Latchkey does not answer at ${service}.` : 'One moment…'}</p>
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
