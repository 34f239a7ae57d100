import type { ClientInput } from './client-input.ts'
import { type PresetValues, paste } from './preset-texts.ts'

export interface Preset {
  readonly id: string
  readonly name: string
  /** Below the address of the application, as its own documents have them. */
  readonly redirectPaths: readonly string[]
  readonly postLogoutPaths?: readonly string[]
  readonly logoutPath?: string
  readonly settings?: Pick<ClientInput, 'wantsPkce' | 'mayStay' | 'scopes'>
  /** Where the text belongs, which is the same in every language. */
  readonly place: string
  readonly paste: (values: PresetValues) => string
}

const WITH_GROUPS = ['openid', 'profile', 'email', 'groups']
/** None of these sends a challenge at this time; one that does later has to do so for ever. */
const WITHOUT_PKCE = { wantsPkce: false } as const

/** Each as the documents of the application describe it; `docs/reference/app-presets.md` has the same for readers. */
export const PRESETS: readonly Preset[] = [
  {
    id: 'grafana',
    name: 'Grafana',
    redirectPaths: ['/login/generic_oauth'],
    postLogoutPaths: ['/login'],
    settings: { scopes: WITH_GROUPS },
    place: 'grafana.ini',
    paste: paste.grafana,
  },
  {
    id: 'gitea',
    name: 'Gitea',
    redirectPaths: ['/user/oauth2/latchkey/callback'],
    settings: { ...WITHOUT_PKCE, scopes: WITH_GROUPS },
    place: 'gitea admin auth add-oauth',
    paste: paste.gitea,
  },
  {
    id: 'nextcloud',
    name: 'Nextcloud',
    redirectPaths: ['/apps/user_oidc/code', '/index.php/apps/user_oidc/code'],
    postLogoutPaths: ['/', '/index.php'],
    logoutPath: '/apps/user_oidc/backchannel-logout/latchkey',
    settings: { ...WITHOUT_PKCE, scopes: WITH_GROUPS },
    place: 'occ',
    paste: paste.nextcloud,
  },
  {
    id: 'oauth2-proxy',
    name: 'oauth2-proxy',
    redirectPaths: ['/oauth2/callback'],
    settings: { scopes: WITH_GROUPS },
    place: 'oauth2-proxy.cfg',
    paste: paste.oauth2Proxy,
  },
  {
    id: 'portainer',
    name: 'Portainer',
    redirectPaths: [''],
    settings: { ...WITHOUT_PKCE, scopes: WITH_GROUPS },
    place: 'Settings → Authentication → OAuth → Custom',
    paste: paste.portainer,
  },
  {
    id: 'argo-cd',
    name: 'Argo CD',
    redirectPaths: ['/auth/callback'],
    postLogoutPaths: ['', '/', '/applications'],
    settings: { ...WITHOUT_PKCE, scopes: WITH_GROUPS },
    place: 'argocd-cm.yaml',
    paste: paste.argoCd,
  },
  {
    id: 'immich',
    name: 'Immich',
    redirectPaths: ['/auth/login', '/user-settings', '/api/oauth/mobile-redirect'],
    logoutPath: '/api/oauth/backchannel-logout',
    place: 'Administration → Settings → OAuth Authentication',
    paste: paste.immich,
  },
  {
    id: 'vaultwarden',
    name: 'Vaultwarden',
    redirectPaths: ['/identity/connect/oidc-signin'],
    settings: { mayStay: true },
    place: '.env',
    paste: paste.vaultwarden,
  },
  {
    id: 'proxmox',
    name: 'Proxmox VE',
    redirectPaths: [''],
    settings: { scopes: WITH_GROUPS },
    place: 'pveum',
    paste: paste.proxmox,
  },
  {
    id: 'auth-js',
    name: 'Auth.js',
    redirectPaths: ['/api/auth/callback/latchkey'],
    place: 'auth.ts',
    paste: paste.authJs,
  },
  {
    id: 'spring',
    name: 'Spring Boot',
    redirectPaths: ['/login/oauth2/code/latchkey'],
    postLogoutPaths: ['', '/'],
    logoutPath: '/logout/connect/back-channel/latchkey',
    settings: WITHOUT_PKCE,
    place: 'application.yml',
    paste: paste.spring,
  },
]

export const presetOf = (id: string): Preset | undefined => PRESETS.find((preset) => preset.id === id)

/** Without a slash at its end; what stands behind the path is no part of where an application is. */
const addressOfApp = (typed: string): string =>
  typed
    .trim()
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')

export interface Filled extends ClientInput {
  readonly kind: 'web'
}

/** A client for the application at this address. */
export function fromPreset(preset: Preset, typed: string): Filled {
  const app = addressOfApp(typed)
  const below = (paths: readonly string[] = []) => paths.map((path) => app + path)
  return {
    kind: 'web',
    name: preset.name,
    homeUrl: app,
    redirectUris: below(preset.redirectPaths),
    postLogoutUris: below(preset.postLogoutPaths),
    ...(preset.logoutPath !== undefined && { logoutUri: app + preset.logoutPath }),
    ...preset.settings,
  }
}
