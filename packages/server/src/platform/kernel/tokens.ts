import { hash, randomBytes } from 'node:crypto'

/** 256 random bits. Guessing one among all live tokens is hopeless, so a bare token identifies its row. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** A fast hash is right here: unlike a password, the token has full entropy (OWASP ASVS 5.0, 11.4). */
export const hashToken = (token: string): string => hash('sha256', token, 'base64url')

/** Checked first, so that junk in a cookie never costs a query. */
export const isToken = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text)
