import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'

/**
 * A text with signatures under it, as transparency logs publish what they say: https://c2sp.org/signed-note, with Ed25519. A key is written
 * `<name>+<id>+<key>`, and told to whom the notes are meant for.
 */
export interface NoteVerifier {
  readonly name: string
  readonly id: Buffer
  readonly key: KeyObject
}

export interface NoteSigner extends NoteVerifier {
  readonly privateKey: KeyObject
}

const ED25519 = 1
const ID_BYTES = 4
const KEY_BYTES = 32
const DASH = '\u2014'
/** What comes before the 32 bytes of a key in DER (RFC 8410). */
const [PRIVATE, PUBLIC] = ['302e020100300506032b657004220420', '302a300506032b6570032100'].map((hex) => Buffer.from(hex, 'hex'))

const isName = (name: string): boolean => /^[^\s+]+$/u.test(name)

const idOf = (name: string, key: Buffer): Buffer =>
  createHash('sha256').update(`${name}\n`).update(Buffer.of(ED25519)).update(key).digest().subarray(0, ID_BYTES)

const publicBytes = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' }).subarray(-KEY_BYTES)

function verifierOf(name: string, bytes: Buffer): NoteVerifier {
  const key = createPublicKey({ key: Buffer.concat([PUBLIC ?? bytes, bytes]), format: 'der', type: 'spki' })
  return { name, id: idOf(name, bytes), key }
}

export function noteSigner(name: string, seed: Buffer): NoteSigner {
  if (!isName(name)) throw new Error(`${name} is no name of a key: it has white space or a plus sign`)
  const privateKey = createPrivateKey({ key: Buffer.concat([PRIVATE ?? seed, seed]), format: 'der', type: 'pkcs8' })
  return { ...verifierOf(name, publicBytes(createPublicKey(privateKey))), privateKey }
}

export const writtenKey = ({ name, id, key }: NoteVerifier): string =>
  `${name}+${id.toString('hex')}+${Buffer.concat([Buffer.of(ED25519), publicBytes(key)]).toString('base64')}`

/** Undefined for what is no key, or one of another kind. */
export function readKey(written: string): NoteVerifier | undefined {
  const [, name = '', id = '', rest = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/u.exec(written.trim()) ?? []
  const bytes = Buffer.from(rest, 'base64')
  if (bytes.length !== KEY_BYTES + 1 || bytes[0] !== ED25519) return undefined
  const verifier = verifierOf(name, bytes.subarray(1))
  return verifier.id.toString('hex') === id ? verifier : undefined
}

export function signNote({ name, id, privateKey }: NoteSigner, text: string): string {
  if (!text.endsWith('\n')) throw new Error('the text of a note ends with a line')
  const signature = Buffer.concat([id, sign(null, Buffer.from(text), privateKey)])
  return `${text}\n${DASH} ${name} ${signature.toString('base64')}\n`
}

/** The text, where this key has signed it. Signatures of others are left alone. */
export function openNote({ name, id, key }: NoteVerifier, note: string): string | undefined {
  const at = note.lastIndexOf('\n\n')
  if (at < 0) return undefined
  const text = note.slice(0, at + 1)
  for (const line of note.slice(at + 2).split('\n')) {
    const [dash, by, encoded = '', more] = line.split(' ')
    const bytes = Buffer.from(encoded, 'base64')
    if (dash !== DASH || by !== name || more !== undefined || !bytes.subarray(0, ID_BYTES).equals(id)) continue
    if (verify(null, Buffer.from(text), key, bytes.subarray(ID_BYTES))) return text
  }
  return undefined
}

/** No kind of signature is shorter than one of Ed25519: a line with less was cut off. */
const SIGNATURE = new RegExp(`^${DASH} \\S+ (?:[A-Za-z0-9+/]{4}){22,}[A-Za-z0-9+/]{2}[A-Za-z0-9+/=][A-Za-z0-9+/=]$`, 'u')

/** The notes of a file in which they stand one after the other, and other text that is left out. Mail programs end lines in another way. */
export function notesIn(text: string): readonly string[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const notes: string[] = []
  for (let [at, next] = [0, 0]; at < lines.length; at = next) {
    const blank = endOf(lines, at, (line) => line !== '')
    next = endOf(lines, blank + 1, (line) => SIGNATURE.test(line))
    if (blank > at && next > blank + 1) notes.push(`${lines.slice(at, next).join('\n')}\n`)
  }
  return notes
}

/** The first line from there on that is not such a one. */
function endOf(lines: readonly string[], from: number, isSuch: (line: string) => boolean): number {
  let at = from
  while (at < lines.length && isSuch(lines[at] ?? '')) at++
  return at
}
