/** What is put into the text that an application is configured with. */
export interface PresetValues {
  readonly issuer: string
  readonly at: Readonly<Record<'authorize' | 'token' | 'userinfo' | 'end', string>>
  /** The address of the application, without a slash at its end. */
  readonly app: string
  readonly id: string
  readonly secret: string
  readonly name: string
}

type Text = (values: PresetValues) => string

/** It ends its own session where a token cannot be refreshed any more, and adds the hint to an address that names where to come back. */
const grafana: Text = ({ at, app, id, secret, name }) => `[server]
root_url = ${app}

[auth.generic_oauth]
enabled = true
name = ${name}
allow_sign_up = true
client_id = ${id}
client_secret = ${secret}
scopes = openid profile email groups
auth_url = ${at.authorize}
token_url = ${at.token}
api_url = ${at.userinfo}
use_pkce = true
use_refresh_token = true
login_attribute_path = email
role_attribute_path = contains(groups[*], 'admin') && 'Admin' || 'Viewer'
signout_redirect_url = ${at.end}?post_logout_redirect_uri=${encodeURIComponent(`${app}/login`)}
`

/** The name of the source is a part of the address that people are sent back to. */
const gitea: Text = ({ issuer, id, secret }) => `gitea admin auth add-oauth \\
  --name latchkey \\
  --provider openidConnect \\
  --key ${id} \\
  --secret ${secret} \\
  --auto-discover-url ${issuer}/.well-known/openid-configuration \\
  --scopes openid --scopes profile --scopes email --scopes groups \\
  --group-claim-name groups \\
  --admin-group admin
`

const nextcloud: Text = ({ issuer, id, secret }) => `occ app:install user_oidc
occ user_oidc:provider latchkey \\
  --clientid="${id}" \\
  --clientsecret="${secret}" \\
  --discoveryuri="${issuer}/.well-known/openid-configuration" \\
  --scope="openid profile email groups" \\
  --mapping-uid="sub" \\
  --mapping-display-name="name" \\
  --mapping-email="email" \\
  --mapping-groups="groups" \\
  --group-provisioning="1" \\
  --send-id-token-hint="1"
`

/** It asks again whether the session lives as often as it refreshes its cookie, and never where it does not. */
const oauth2Proxy: Text = ({ issuer, app, id, secret }) => `provider = "oidc"
oidc_issuer_url = "${issuer}"
client_id = "${id}"
client_secret = "${secret}"
redirect_url = "${app}/oauth2/callback"
# Make it with: openssl rand -base64 32 | tr -- '+/' '-_'
cookie_secret = ""
cookie_refresh = "5m"
scope = "openid profile email groups"
code_challenge_method = "S256"
email_domains = ["*"]
`

const portainer: Text = ({ at, app, id, secret }) => `Client ID: ${id}
Client secret: ${secret}
Authorization URL: ${at.authorize}
Access token URL: ${at.token}
Resource URL: ${at.userinfo}
Redirect URL: ${app}
Logout URL: ${at.end}
User identifier: preferred_username
Scopes: openid profile email groups
Auth Style: In Params
`

const argoCd: Text = ({ issuer, at, app, id, secret, name }) => `data:
  url: ${app}
  oidc.config: |
    name: ${JSON.stringify(name)}
    issuer: ${issuer}
    clientID: ${id}
    clientSecret: ${secret}
    requestedScopes: ["openid", "profile", "email", "groups"]
    logoutURL: ${at.end}?id_token_hint={{token}}&post_logout_redirect_uri={{logoutRedirectURL}}
`

const immich: Text = ({ issuer, app, id, secret }) => `Issuer URL: ${issuer}
Client ID: ${id}
Client Secret: ${secret}
Scope: openid email profile
Token Endpoint Auth Method: client_secret_post
Signing Algorithm: RS256
Mobile Redirect URI Override: on
Mobile Redirect URI: ${app}/api/oauth/mobile-redirect
`

const vaultwarden: Text = ({ issuer, app, id, secret }) => `DOMAIN=${app}
SSO_ENABLED=true
SSO_AUTHORITY=${issuer}
SSO_CLIENT_ID=${id}
SSO_CLIENT_SECRET=${secret}
SSO_SCOPES="profile email offline_access"
SSO_PKCE=true
`

const proxmox: Text = ({ issuer, id, secret }) => `pveum realm add latchkey --type openid \\
  --issuer-url ${issuer} \\
  --client-id ${id} \\
  --client-key ${secret} \\
  --username-claim email \\
  --scopes "openid email profile groups" \\
  --groups-claim groups \\
  --groups-overwrite 1 \\
  --autocreate 1
`

const authJs: Text = ({ issuer, id, secret, name }) => `// It needs AUTH_SECRET as well, which this makes: npx auth secret
import NextAuth from 'next-auth'

export const { handlers, auth, signIn, signOut } = NextAuth({
  providers: [
    {
      id: 'latchkey',
      name: ${JSON.stringify(name)},
      type: 'oidc',
      issuer: '${issuer}',
      clientId: '${id}',
      clientSecret: '${secret}',
      checks: ['pkce', 'state', 'nonce'],
    },
  ],
})
`

const spring: Text = ({ issuer, id, secret, name }) => `# In the SecurityFilterChain, so that it hears of ended sessions:
#   http.oidcLogout(logout -> logout.backChannel(Customizer.withDefaults()))
spring:
  security:
    oauth2:
      client:
        registration:
          latchkey:
            client-name: ${JSON.stringify(name)}
            client-id: ${id}
            client-secret: ${secret}
            scope: openid, profile, email
        provider:
          latchkey:
            issuer-uri: ${issuer}
`

/** What the configuration of each application is, to be pasted. */
export const paste = {
  grafana,
  gitea,
  nextcloud,
  oauth2Proxy,
  portainer,
  argoCd,
  immich,
  vaultwarden,
  proxmox,
  authJs,
  spring,
} as const
