'use strict'
const fs = require('node:fs')
const { syncBuiltinESMExports } = require('node:module')

/** Loaded before the service: a disk that takes 5 ms longer for every sync. */
const SLOWER_MS = 5
const sync = fs.fdatasync
fs.fdatasync = (descriptor, done) => setTimeout(() => sync(descriptor, done), SLOWER_MS)
syncBuiltinESMExports()
