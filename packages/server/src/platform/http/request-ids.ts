import { randomUUID } from 'node:crypto'

const LENGTH = 36
const AT_ONCE = 128

/**
 * Random ids, written many at a time. What `randomUUID` returns is a text of twenty pieces; to put them together for each
 * answer by itself took some twentieth of a session check.
 */
export function requestIds(): () => string {
  let written = ''
  let at = 0
  return () => {
    if (at === written.length) {
      written = Array.from({ length: AT_ONCE }, () => randomUUID()).join('')
      at = 0
    }
    at += LENGTH
    return written.slice(at - LENGTH, at)
  }
}
