import { choice, duration, flag, integer } from '../../platform/config/kinds.ts'

// biome-ignore format: a table is read by its rows
export const limits = {
  enabled: flag({ env: 'RATE_LIMITS', isLive: true, default: { development: false, production: true }, help: 'Limit how often things may be tried; the numbers follow.' }),
  passwordFailures: integer({ env: 'LIMIT_PASSWORD_FAILURES', isLive: true, default: 10, min: 1, max: 1000, help: 'Wrong passwords for one address before it has to wait.' }),
  passwordBackoff: duration({ env: 'LIMIT_PASSWORD_BACKOFF', isLive: true, default: '30s', help: 'The first wait; each further wrong password doubles it.' }),
  passwordBackoffMax: duration({ env: 'LIMIT_PASSWORD_BACKOFF_MAX', isLive: true, default: '15m', help: 'The longest wait.' }),
  secondFactorFailures: integer({ env: 'LIMIT_SECOND_FACTOR_FAILURES', isLive: true, default: 10, min: 1, max: 1000, help: 'Wrong two-factor codes for one account, over all its sign-ins.' }),
  secondFactorWindow: duration({ env: 'LIMIT_SECOND_FACTOR_WINDOW', isLive: true, default: '15m', help: 'The time in which wrong two-factor codes add up.' }),
  mailsPerMinute: integer({ env: 'LIMIT_MAILS_PER_MINUTE', isLive: true, default: 1, min: 1, max: 1000, help: 'Mails with a code or link to one address, for each purpose.' }),
  mailsPerHour: integer({ env: 'LIMIT_MAILS_PER_HOUR', isLive: true, default: 5, min: 1, max: 10_000, help: 'The same, in an hour.' }),
  entryPerMinute: integer({ env: 'LIMIT_ENTRY_PER_MINUTE', default: 30, min: 1, max: 1_000_000, help: 'Requests from one IP (IPv6: one /64) that sign in, sign up, or redeem or ask for a code.' }),
  generalPerMinute: integer({ env: 'LIMIT_GENERAL_PER_MINUTE', default: 300, min: 1, max: 1_000_000, help: 'All other requests from one IP.' }),
  botCheck: choice({ env: 'BOT_CHECK', of: ['auto', 'off'], default: 'auto', help: 'While a network is near the limit before this, have browsers on our pages prove some work before they sign up or ask for a code; what they prove counts apart. `auto` only with `RATE_LIMITS`.' }),
  forwardPerMinute: integer({ env: 'LIMIT_FORWARD_PER_MINUTE', default: 6000, min: 1, max: 1_000_000, help: 'Questions about one session, of proxies at `/auth/forward` and of servers at `/auth/check`.' }),
  keyPerMinute: integer({ env: 'API_KEY_RATE_LIMIT', default: 600, min: 1, max: 1_000_000, help: 'Requests with one key of a backend, a minute.' }),
  knownFactor: integer({ env: 'LIMIT_KNOWN_FACTOR', default: 10, min: 1, max: 1000, help: 'A browser in which somebody has signed in has these two limits to itself. How many times them all such browsers of one network have together.' }),
  ipv6Factor56: integer({ env: 'LIMIT_IPV6_56_FACTOR', default: 4, min: 1, max: 256, help: 'How many times these two limits a whole IPv6 /56 has.' }),
  ipv6Factor48: integer({ env: 'LIMIT_IPV6_48_FACTOR', default: 16, min: 1, max: 65_536, help: 'The same, for a whole /48.' }),
} as const
