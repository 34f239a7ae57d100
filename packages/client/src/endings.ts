// Generated from the service's table of routes. `npm run fix` writes it anew.
export const endings: readonly string[] = [
  'POST /auth/logout',
  'POST /auth/reset-password',
  'DELETE /auth/account',
  'POST /auth/account/delete/confirm',
  'DELETE /auth/sessions/{id}',
  'POST /auth/sessions/revoke',
  'POST /auth/email/change/revert',
  'POST /auth/devices/report',
]
