export type Digest = 'md5' | 'sha1' | 'sha224' | 'sha256' | 'sha384' | 'sha512'

/** Text as the programs write it that such a scheme is named after. */
type Written = { readonly text: string }
type Salted = { readonly salt: Buffer; readonly key: Buffer }
/** What stands before and behind the password in what is hashed. */
type Around = { readonly before?: Buffer; readonly after?: Buffer; readonly key: Buffer }

interface Schemes {
  /** PHC text of argon2i, argon2d or argon2id. */
  argon2: { readonly phc: string }
  /** `$2a$`, `$2b$` or `$2y$`. Where the source calls a library in C, a password ends at its first NUL. */
  bcrypt: Written & { readonly endsAtNul?: boolean }
  scrypt: Salted & { readonly n: number; readonly r: number; readonly p: number }
  /** Under the names of Firebase’s console. */
  'firebase-scrypt': Salted & {
    readonly memCost: number
    readonly rounds: number
    readonly saltSeparator: Buffer
    /** Undefined where it was not given: then no password can be compared. */
    readonly signerKey: Buffer | undefined
  }
  pbkdf2: Salted & { readonly digest: Digest; readonly rounds: number }
  phpass: Written
  /** `$wp$2y$`, since WordPress 6.8. */
  'wordpress-bcrypt': Written
  /** `$2b$` over the HMAC of the password, with the text of the salt as its key. */
  'passlib-bcrypt': Written
  /** `$1$`, and Apache’s `$apr1$`. */
  'md5-crypt': Written
  'sha256-crypt': Written
  'sha512-crypt': Written
  /** One round. */
  digest: Around & { readonly digest: Digest }
  hmac: Around & { readonly digest: Digest; readonly secret: Buffer | undefined }
}

export type SchemeName = keyof Schemes

/** What a format says of a hash, in bytes and numbers; nothing is guessed from its looks. */
export type ForeignHash<S extends SchemeName = SchemeName> = {
  [Name in S]: { readonly scheme: Name } & Schemes[Name] & {
      /** Devise and others append a secret to each password. */
      readonly pepper?: Buffer
      /** Keycloak fills shorter passwords up with NUL, to so many UTF-16 units. */
      readonly padTo?: number
    }
}[S]

/**
 * What the source made of the typed text before it hashed its bytes. WordPress adds slashes and trims; Django’s bcrypt_sha256 hashes the
 * hexadecimal digest of the password, that of passlib the one in base64.
 */
export type PasswordForm = 'raw' | 'nfc' | 'nfkc' | 'wordpress' | 'utf16le' | 'sha256-hex' | 'sha256-base64'
