/** Stands for all who are not signed in. */
const NOBODY = Object.freeze({})

const keyOf = (caller: unknown): object => (caller as object | undefined) ?? NOBODY

/**
 * What an endpoint answers that looks at nothing but its caller, kept as text for as long as the very same caller comes again.
 * A frozen caller is replaced when anything in it changes; any other may change under our hands, and is not kept.
 */
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
