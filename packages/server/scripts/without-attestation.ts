import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Plugin } from 'rolldown'

const require = createRequire(import.meta.url)

const library = path.resolve(require.resolve('@simplewebauthn/server'), '../../esm')
/** What reads certificates: the formats of attestations, the list of makers, and what these share. */
const CERTIFICATES =
  /^(registration\/verifications|metadata|services\/metadataService|helpers\/(convertX509PublicKeyToCOSE|getCertificateInfo|isCertRevoked|validateCertificatePath)\.)/
/** It takes a signature apart with all of ASN.1. Ours has the same name. */
const SIGNATURE = 'helpers/iso/isoCrypto/unwrapEC2Signature.js'
const ownSignature = path.resolve(import.meta.dirname, '../src/subjects/passkeys/steps/ecdsa-signature.ts')

/**
 * Passkeys are made without an attestation here, and an answer with one is refused before the library is asked. What it would
 * verify them with is most of its code, and holds every request up while it is loaded: it is left out, and throws if it is ever reached.
 */
export const withoutAttestation = (): Plugin => ({
  name: 'without-attestation',
  load(id) {
    const inLibrary = path.relative(library, id).replaceAll('\\', '/')
    if (inLibrary === SIGNATURE) return `export { unwrapEC2Signature } from ${JSON.stringify(ownSignature)}`
    return CERTIFICATES.test(inLibrary) ? emptied(readFileSync(id, 'utf8')) : undefined
  },
})

/** A module of the same names, none of which does anything. */
function emptied(code: string): string {
  const names = [...code.matchAll(/^export (?:async )?(?:function|const|let|class|var) (\w+)/gm)].map(([, name]) => name)
  return names.map((name) => `export function ${name}() { throw new Error('${name} is not bundled') }`).join('\n')
}
