/** A value that is there, or one that is on its way. */
export type MaybePromise<T> = T | Promise<T>

/** Goes on with a value, and at once with one that is there: in a session check, promises without need are a good part of the cost. */
export const andThen = <T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> =>
  value instanceof Promise ? value.then(next) : next(value)

/** The same for a callback, as Fastify's hooks have it. What is thrown at once is for the caller to catch. */
export function andTell(work: MaybePromise<unknown>, done: (error?: Error) => void): void {
  if (work instanceof Promise) work.then(() => done(), done)
  else done()
}
