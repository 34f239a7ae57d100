'use strict'
// Loaded before the program: it is told to read its settings as soon as it has said its first words, while its modules are read.
setImmediate(() => process.kill(process.pid, 'SIGHUP'))
