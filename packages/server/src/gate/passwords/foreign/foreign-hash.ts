/** What another system says of a hash, in bytes and numbers; nothing is guessed from its looks. */
export type ForeignHash =
  | { readonly scheme: 'argon2'; readonly phc: string }
  | { readonly scheme: 'bcrypt'; readonly text: string }
  | {
      readonly scheme: 'scrypt'
      readonly n: number
      readonly r: number
      readonly p: number
      readonly salt: Buffer
      readonly key: Buffer
    }
  | {
      readonly scheme: 'pbkdf2'
      readonly digest: string
      readonly rounds: number
      readonly salt: Buffer
      readonly key: Buffer
    }
  | {
      readonly scheme: 'phpass' | 'wordpress-bcrypt' | 'md5-crypt' | 'sha256-crypt' | 'sha512-crypt'
      readonly text: string
    }

/** What the source did to the typed text before it was hashed. */
export type PasswordForm = 'raw' | 'nfc' | 'nfkc' | 'wordpress'
