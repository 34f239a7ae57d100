import { AuthenticatorApp } from '../support/factored.ts'
import type { Event, FactorCode, Mail, TypedCode } from './history.ts'

/** The cookies of one session, as one answer set them. */
export interface Held {
  readonly email: string
  readonly accountId: string
  readonly sessionId: string
  readonly token: string
  readonly refresh: string
}

/** A challenge at a browser that may complete it. */
export interface Opened {
  readonly email: string
  readonly accountId: string
  readonly challengeId: string
  readonly binding: string
  /** What was shown first; undefined where that was the mailbox. */
  readonly password: string | undefined
}

/** A browser that has asked for a code to sign in. */
export interface Asked {
  readonly email: string
  readonly binding: string
}

/** What all clients have seen so far. They share it, as thieves and tabs would. */
export class Knowledge {
  readonly #passwords = new Map<string, string[]>()
  readonly #accounts = new Map<string, string>()
  readonly held: Held[] = []
  readonly opened: Opened[] = []
  readonly asked: Asked[] = []
  /** Accounts whose mailbox was proved long ago: of any other, a code to sign in may take the password away. */
  proved: readonly string[] = []
  readonly mails: Mail[] = []
  readonly #signedOut = new Set<string>()
  readonly #banned = new Set<string>()
  /** By session and by account. */
  readonly #pending = new Map<string, string>()
  readonly #apps = new Map<string, string>()
  readonly #recovery = new Map<string, readonly string[]>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  /** The account that was last seen at an address. */
  accountAt = (email: string): string | undefined => this.#accounts.get(email)

  /** Somebody who seems to be banned, or else the address itself. */
  bannedOr(email: string, dice: number): string {
    const banned = [...this.#banned]
    return banned[Math.floor(dice * banned.length)] ?? email
  }

  /** Every token that nobody has seen dead. */
  live = (): readonly Held[] => this.held.filter(({ token }) => !this.#signedOut.has(token))

  /** The password that should be good now, or with a high throw one that was, or never was. */
  password(email: string, dice: number): string {
    const known = this.#passwords.get(email) ?? []
    const back = dice < 0.75 ? 1 : dice < 0.9 ? 2 : 99
    return known.at(-back) ?? 'never any password 1'
  }

  passwords = (email: string): readonly string[] => this.#passwords.get(email) ?? []

  /** Mostly the newest session that nobody is known to have ended; now and then any. */
  session(email: string, dice: number): Held | undefined {
    const all = this.held.filter((one) => one.email === email)
    const live = this.live().filter((one) => one.email === email)
    if (dice < 0.6) return live.at(-1)
    return dice < 0.8 ? live[Math.floor((dice - 0.6) * 5 * live.length)] : all[Math.floor((dice - 0.8) * 5 * all.length)]
  }

  challenge = (email: string, dice: number): Opened | undefined => newestOf(this.opened, email, dice)

  asking = (email: string, dice: number): Asked | undefined => newestOf(this.asked, email, dice)

  /** Mostly the newest code that was mailed for something. */
  mail(purpose: Mail['purpose'], dice: number, isMine: (mail: Mail) => boolean): Mail | undefined {
    const all = this.mails.filter((mail) => mail.purpose === purpose && isMine(mail))
    return all.at(dice < 0.7 ? -1 : -2) ?? all.at(-1)
  }

  /** The newest session in which an app was begun with. */
  enrolling = (email: string): Held | undefined =>
    this.live().findLast((one) => one.email === email && this.#pending.has(one.sessionId))

  /** The code for the app that a session is about to add. */
  pendingCode(sessionId: string, dice: number): FactorCode | undefined {
    const secret = this.#pending.get(sessionId)
    return secret === undefined ? undefined : this.#codeOf(secret, dice)
  }

  /** Of the app that the account has, or had; or one of three for recovery, so that they are tried again. */
  factorCode(accountId: string, dice: number): FactorCode | undefined {
    const codes = this.#recovery.get(accountId) ?? []
    const text = codes[Math.floor(dice * 12)]
    if (dice < 0.25 && text !== undefined) return { text, isWrong: false }
    const secret = this.#apps.get(accountId)
    return secret === undefined ? undefined : this.#codeOf(secret, dice)
  }

  #codeOf(secret: string, dice: number): FactorCode {
    const app = new AuthenticatorApp(secret, this.#now)
    const isWrong = dice > 0.85
    return { text: isWrong ? app.wrong() : app.code((Math.floor(dice * 1000) % 3) - 1), secret, isWrong }
  }

  learn(event: Event): void {
    const { email, newPassword, issued, accountId, sessionId, token, status } = event
    if (status === 401 && token !== undefined && sessionId !== undefined) this.#signedOut.add(token)
    if (event.op === 'login' && event.error === 'user_banned') this.#banned.add(email)
    if (status >= 300) return
    if (event.op === 'ban') this.#banned.add(email)
    this.#learnFactors(event)
    if (event.op === 'unban' || event.op === 'register') this.#banned.delete(email)
    if (newPassword !== undefined) this.#passwords.set(email, [...(this.#passwords.get(email) ?? []), newPassword])
    if (event.op === 'logout' && token !== undefined) this.#signedOut.add(token)
    // Not from an administrator's act, whose answer may renew the administrator's own session.
    if (event.actorId === undefined && issued) this.#accounts.set(email, issued.accountId)
    else if (event.op === 'login' && accountId !== undefined) this.#accounts.set(email, accountId)
  }

  #learnFactors({ op, sessionId, accountId, secret, factor, recoveryCodes }: Event): void {
    if (op === 'begin-totp' && sessionId !== undefined && secret !== undefined) this.#pending.set(sessionId, secret)
    if (op !== 'confirm-totp' || accountId === undefined) return
    if (factor?.secret !== undefined) this.#apps.set(accountId, factor.secret)
    if (recoveryCodes) this.#recovery.set(accountId, recoveryCodes)
  }
}

/** Mostly the newest; now and then any. */
function newestOf<One extends { readonly email: string }>(some: readonly One[], email: string, dice: number): One | undefined {
  const all = some.filter((one) => one.email === email)
  return dice < 0.8 ? all.at(-1) : all[Math.floor((dice - 0.8) * 5 * all.length)]
}

export const typed = ({ code, seenAt }: Mail, isWrong = false): TypedCode => ({
  text: isWrong ? (code === '000000' ? '000001' : '000000') : code,
  seenAt,
  isWrong,
})
