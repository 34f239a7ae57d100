import { createRequire } from 'node:module'

/** Loaded before the program where a test is not about passwords: each would take as long as all the rest of its sign-in ten times over. */
const argon2 = createRequire(new URL('../../package.json', import.meta.url))('@node-rs/argon2')
const { hash } = argon2
argon2.hash = (password, options, ...more) => hash(password, { ...options, memoryCost: 64, timeCost: 1 }, ...more)
