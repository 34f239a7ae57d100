import { describe, expect, it } from 'vitest'
import { kindOf, Repetitions } from './repetitions.ts'

function listening() {
  let elapsed = 0
  const told: number[] = []
  const repetitions = new Repetitions({ elapsed: () => elapsed })
  return {
    told,
    repetitions,
    fail: (kind = 'a') => repetitions.isFirst(kind, (count) => told.push(count)),
    pass: (ms: number) => {
      elapsed += ms
      repetitions.tell()
    },
  }
}

describe('failures that are alike', () => {
  it('are told at once the first time, and after that once a second with their number', () => {
    const { fail, pass, told } = listening()
    expect([fail(), fail(), fail()]).toEqual([true, false, false])
    pass(999)
    expect(told).toEqual([])
    pass(1)
    expect(told).toEqual([2])
    expect(fail()).toBe(false)
    pass(1000)
    expect(told).toEqual([2, 1])
  })

  it('are news again once there was none for a second', () => {
    const { fail, pass, told } = listening()
    fail()
    pass(1000)
    expect([told, fail()]).toEqual([[], true])
  })

  it('are kept apart by what they are, and no more of them than can be', () => {
    const { fail, told } = listening()
    expect([fail('a'), fail('a'), fail('b')]).toEqual([true, false, true])
    for (let n = 0; n < 200; n++) expect(fail(`kind ${n}`)).toBe(true)
    expect(told).toEqual([1])
  })

  it('may differ in their words', () => {
    const [one, two] = ['ada', 'eve'].map((name) => new Error(`no ${name}`))
    expect(kindOf('failed', one)).toBe(kindOf('failed', two))
    expect(kindOf('failed', one)).not.toBe(kindOf('failed', new TypeError('no ada')))
    expect(kindOf('failed', one)).not.toBe(kindOf('other', one))
  })
})
