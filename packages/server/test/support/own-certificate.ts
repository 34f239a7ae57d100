import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ownDirectory } from './scratch-directory.ts'

/** For `localhost`, and signed by nobody else. */
export function ownCertificate(days: number) {
  const directory = ownDirectory('latchkey-certificate-')
  const [key, cert] = [path.join(directory, 'key.pem'), path.join(directory, 'cert.pem')]
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', String(days)]
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', key, '-out', cert]
  execFileSync('openssl', ['req', '-x509', ...made, ...name], { stdio: 'ignore' })
  return { key: readFileSync(key), cert: readFileSync(cert) }
}
