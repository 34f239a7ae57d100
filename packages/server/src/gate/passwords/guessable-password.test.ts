import { describe, expect, it } from 'vitest'
import { guessability } from './guessable-password.ts'

const list = new Set(['password', 'dragon', 'love', 'sunshine', 'trustno1', 'abc', '12345678'])
const known = ['Ada Lovelace', 'countess.99@id.example.org', 'countess.99', 'Latch & Key', 'auth.my-house.test', 'Al']
const verdict = (password: string) => guessability(password, list, known)

describe('guessability', () => {
  it.each([
    ['as it is on the list', 'trustno1'],
    ['in capitals', 'TRUSTNO1'],
    ['with a year and a mark', 'Dragon2024!'],
    ['with signs on both sides', '**love77!'],
    ['with one mark after its own digit', 'trustno1!'],
    ['with signs for letters', 'P@ssw0rd1'],
    ['with a sign for its first letter', '$unsh1ne99'],
    ['in the wide letters of another keyboard', 'ｐａｓｓｗｏｒｄ１'],
    ['of digits alone', '12345678'],
    ['of digits and a mark', '12345678!'],
    ['that runs along the alphabet', 'ABCDEFGH'],
    ['that runs backwards', 'zyxwvuts'],
    ['of two runs', 'abcd1234'],
    ['of one letter', 'aaaaaaaaaaaa'],
    ['of three letters again and again', 'xkqxkqxkqxkq'],
    ['that is written twice', 'sunshinesunshine'],
    ['that is written again and again', 'Password-password-password'],
    ['that is written twice with digits', 'dragon1dragon1dragon1'],
    ['that is written twice, with digits at its end', 'passwordpassword2024'],
    ['that runs along a keyboard', 'qwertyuiopasdfghjkl'],
  ])('finds a common password %s', (_, password) => {
    expect(verdict(password)).toEqual({ isCommon: true })
  })

  it.each([
    ['the name', 'Ada Lovelace 1'],
    ['the name without its space', 'adalovelace1815'],
    ['a part of the name', 'Lovelace1'],
    ['the whole address', 'Countess.99@id.example.org'],
    ['the address and a digit', 'countess.99@id.example.org1'],
    ['what is before the @', 'countess.99'],
    ['the same without its digits', 'Countess!1'],
    ['the name of the service', 'latch&key1'],
    ['the host', 'auth.my-house.test1'],
    ['a part of the host', 'My-House2024'],
    ['the name again and again', 'AdaLovelaceAdaLovelace'],
    ['the name of the service twice', 'latch&key latch&key'],
  ])('finds a password made of %s', (_, password) => {
    expect(verdict(password)).toEqual({ isOwnData: true })
  })

  it.each([
    ['a word inside others', 'my dragon sleeps 1'],
    ['a common word with more than a little added', 'dragon839275614'],
    ['two common words', 'dragonlove1'],
    ['a part that is written twice and is no common one', 'blue-heron-blue-heron'],
    ['a word too short to mean anything', 'abc-92746'],
    ['a name too short to mean anything', 'al-927461'],
    ['nothing but digits and marks', '8461-9274-1'],
    ['letters alone', 'correct horse'],
    ['letters of another script', 'пароль-щука-7'],
  ])('has nothing against %s', (_, password) => {
    expect(verdict(password)).toBeUndefined()
  })

  it('has nothing against anything when names and addresses are empty', () => {
    expect(guessability('47-11-08-15-x', list, ['', ''])).toBeUndefined()
    expect(guessability('4711081500', list, ['', ''])).toBeUndefined()
  })
})
