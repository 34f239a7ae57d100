/** Stands for all callers who are not signed in. */
const NOBODY = Object.freeze({})

const keyOf = (caller: unknown): object => (caller as object | undefined) ?? NOBODY

/** Answers that depend on the caller alone, kept per caller. A frozen caller is replaced at every change; others are not kept. */
export class CallerTexts {
  readonly #texts = new WeakMap<object, string>()

  of(caller: unknown): string | undefined {
    return this.#texts.get(keyOf(caller))
  }

  keep(caller: unknown, text: string): string {
    const key = keyOf(caller)
    if (Object.isFrozen(key)) this.#texts.set(key, text)
    return text
  }
}
