'use strict'
// What runs first in the program that is one file: it puts what it carries into a folder of its owner, and starts it from there. Native
// code can be loaded from a file alone, and processes and threads of its own begin with files too.
const { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } = require('node:fs')
const { createRequire } = require('node:module')
const { homedir, tmpdir, userInfo } = require('node:os')
const path = require('node:path')
const { getAsset } = require('node:sea')

const { sum, files } = JSON.parse(getAsset('files.json', 'utf8'))
const home = unpacked()
const program = path.join(home, 'bin/latchkey.js')

// A process that we start is given the program to run, as with Node. There is none to name on a command line.
const [executable, , first, ...rest] = process.argv
process.argv = [executable, program, ...(first === undefined || first === program ? [] : [first]), ...rest]
createRequire(program)(program)

/** The folder of this very version, made by whoever comes first, and made anew where something has been taken from it. */
function unpacked() {
  const place = privatePlace()
  const target = path.join(place, sum)
  if (isWhole(target)) return target
  const fresh = mkdtempSync(path.join(place, 'unpacking-'))
  const all = Buffer.from(getAsset('files'))
  for (const { name, start, end, mode } of files) {
    const file = path.join(fresh, name)
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(file, all.subarray(start, end))
    chmodSync(file, mode)
  }
  const aside = `${fresh}-old`
  try {
    // Another process may be first with either.
    if (existsSync(target) && !isWhole(target)) renameSync(target, aside)
    renameSync(fresh, target)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    if (!isWhole(target)) throw error
  }
  rmSync(aside, { recursive: true, force: true })
  return target
}

/** Nobody else may write where programs are started from, least of all in a folder that all share. */
function privatePlace() {
  const { uid } = userInfo()
  const wanted = [
    process.env.CACHE_DIRECTORY,
    path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'latchkey'),
    path.join(tmpdir(), `latchkey-${uid}`),
  ]
  for (const place of wanted) {
    if (!place || !path.isAbsolute(place)) continue
    try {
      mkdirSync(place, { recursive: true, mode: 0o700 })
      const found = lstatSync(place)
      if (found.isDirectory() && found.uid === uid && (found.mode & 0o022) === 0) return place
    } catch {
      // A file system that is read-only, or no home.
    }
  }
  process.stderr.write(
    'latchkey has no folder of its own to unpack into: set XDG_CACHE_HOME to one that nobody else can write to.\n',
  )
  process.exit(1)
}

/** What clears folders for temporary files takes one file after the other, and a power cut may leave empty ones. */
function isWhole(folder) {
  try {
    return files.every(({ name, start, end }) => lstatSync(path.join(folder, name)).size === end - start)
  } catch {
    return false
  }
}
