import { createHash } from 'node:crypto'
import type { PasswordForm } from './foreign-hash.ts'

const FORMS: Readonly<Record<PasswordForm, (text: string) => Buffer>> = {
  raw: (text) => Buffer.from(text),
  nfc: (text) => Buffer.from(text.normalize('NFC')),
  nfkc: (text) => Buffer.from(text.normalize('NFKC')),
  // A request comes with slashes already, so that a NUL at an end is written out before anything is trimmed.
  wordpress: (text) => Buffer.from(trimmed(text.replace(/[\\'"]/g, '\\$&').replaceAll('\0', '\\0'))),
  utf16le: (text) => Buffer.from(text, 'utf16le'),
  'sha256-hex': (text) => Buffer.from(createHash('sha256').update(text).digest('hex')),
  'sha256-base64': (text) => Buffer.from(createHash('sha256').update(text).digest('base64')),
}

export const isPasswordForm = (name: string): name is PasswordForm => Object.hasOwn(FORMS, name)

export const inForm = (password: string, form: PasswordForm): Buffer => FORMS[form](password)

/** PHP trims ASCII alone, where JavaScript trims every space there is. */
const trimmed = (text: string): string => text.replace(/^[ \t\n\r\v]+/, '').replace(/(?<![ \t\n\r\v])[ \t\n\r\v]+$/, '')
