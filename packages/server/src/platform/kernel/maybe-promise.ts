export type MaybePromise<T> = T | Promise<T>

/** Goes on at once with a value that is there: needless promises were a good part of the cost of a session check. */
export const andThen = <T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> =>
  value instanceof Promise ? value.then(next) : next(value)

/** For callbacks such as those of Fastify's hooks. Errors that are thrown at once are for the caller to catch. */
export function thenCallback(work: MaybePromise<unknown>, done: (error?: Error) => void): void {
  if (work instanceof Promise) work.then(() => done(), done)
  else done()
}
