export const en = {
  console: { events: { 'login.code.requested': 'Code to sign in requested' } },
}
