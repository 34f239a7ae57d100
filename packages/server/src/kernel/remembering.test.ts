import { describe, expect, it } from 'vitest'
import { remembering } from './remembering.ts'

describe('remembering', () => {
  it('works an answer out once, undefined too, until others have taken its place', () => {
    const asked: string[] = []
    const answer = remembering(2, (text) => {
      asked.push(text)
      return text === 'b' ? undefined : text.toUpperCase()
    })
    expect(['a', 'b', 'a', 'b'].map(answer)).toEqual(['A', undefined, 'A', undefined])
    expect(asked).toEqual(['a', 'b'])
    expect(['c', 'b', 'a', 'c'].map(answer)).toEqual(['C', undefined, 'A', 'C'])
    expect(asked).toEqual(['a', 'b', 'c', 'a'])
  })
})
