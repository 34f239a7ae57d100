import { Failure } from '../../../platform/kernel/errors.ts'

/** An administrator who may not read the data sees the rest of the page. */
export async function unlessRefused<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Failure && error.code === 'insufficient_scope') return undefined
    throw error
  }
}
