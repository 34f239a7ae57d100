import { expect, it } from 'vitest'
import { didYouMean, nearest } from './nearest.ts'

const known = ['start', 'users create', 'users list', 'doctor']

it.each([
  ['strat', 'start'],
  ['star', 'start'],
  ['doktor', 'doctor'],
  ['user create', 'users create'],
  ['users lits', 'users list'],
  ['frobnicate', undefined],
  ['', undefined],
])('finds for %j what was meant: %s', (word, meant) => {
  expect(nearest(word, known)).toBe(meant)
})

it('asks, or says nothing', () => {
  expect(didYouMean('strat', known)).toBe(' Did you mean start?')
  expect(didYouMean('frobnicate', known)).toBe('')
})
