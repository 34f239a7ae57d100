import { describe, expect, it } from 'vitest'
import { memoise } from './memoise.ts'

describe('remembering', () => {
  it('works an answer out once, undefined too, until others have taken its place', () => {
    const asked: string[] = []
    const answer = memoise(2, (text) => {
      asked.push(text)
      return text === 'b' ? undefined : text.toUpperCase()
    })
    expect(['a', 'b', 'a', 'b'].map(answer)).toEqual(['A', undefined, 'A', undefined])
    expect(asked).toEqual(['a', 'b'])
    expect(['c', 'b', 'a', 'b'].map(answer)).toEqual(['C', undefined, 'A', undefined])
    expect(asked).toEqual(['a', 'b', 'c', 'a'])
  })

  it('keeps no long text', () => {
    const asked: number[] = []
    const answer = memoise(10, (text) => asked.push(text.length))
    for (const length of [100, 100, 101, 101]) answer('x'.repeat(length))
    expect(asked).toEqual([100, 101, 101])
  })
})
