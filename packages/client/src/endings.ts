// Generated from the service's table of routes. `npm run fix` writes it anew.
export const endings: readonly string[] = [
  'DELETE /auth/account',
  'POST /auth/account/delete/confirm',
  'POST /auth/logout',
  'DELETE /auth/sessions/{id}',
  'POST /auth/sessions/revoke',
  'POST /auth/reset-password',
  'POST /auth/devices/report',
  'POST /auth/email/change/revert',
  'POST /.latchkey/sign-out',
]
