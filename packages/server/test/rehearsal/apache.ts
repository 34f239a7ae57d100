import { chmodSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { ownDirectory } from '../support/scratch-directory.ts'
import { isUp, running } from './openid-programs.ts'

const MODULES = '/usr/lib/apache2/modules'
export const APACHE = '/usr/sbin/apache2'

interface Guarded {
  readonly port: number
  readonly url: string
  /** Of the application that Apache stands in front of. */
  readonly upstream: string
  readonly issuer: string
  readonly secret: string
}

const names = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'auth_openidc', 'proxy', 'proxy_http']

/** Debian's Apache, which asks for a person before it lets anybody through to an application that knows nothing of OpenID. */
export async function startApache({ port, url, upstream, issuer, secret }: Guarded): Promise<void> {
  const directory = ownDirectory('latchkey-apache-')
  chmodSync(directory, 0o755) // its workers are nobody
  const modules = names.map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`)
  const file = path.join(directory, 'apache.conf')
  writeFileSync(
    file,
    `${modules.join('\n')}
ServerName localhost
ServerRoot ${directory}
PidFile ${directory}/pid
ErrorLog ${directory}/error.log
Listen 127.0.0.1:${port}
User nobody
Group nogroup
OIDCProviderMetadataURL ${issuer}/.well-known/openid-configuration
OIDCClientID apache
OIDCClientSecret ${secret}
OIDCRedirectURI ${url}/oidc
OIDCCryptoPassphrase a-secret-of-this-proxy-alone
OIDCScope "openid profile email"
OIDCPKCEMethod S256
OIDCRemoteUserClaim email
OIDCSessionInactivityTimeout 600
<Location />
  AuthType openid-connect
  Require valid-user
</Location>
ProxyPass /oidc !
ProxyPass / ${upstream}/
`,
  )
  const apache = running(APACHE, ['-f', file, '-DFOREGROUND'], {}, directory)
  await expect
    .poll(() => isUp(url), { timeout: 30_000 })
    .toBe(true)
    .catch((error) => {
      throw new Error(`${error}\n${apache.output()}`)
    })
}
