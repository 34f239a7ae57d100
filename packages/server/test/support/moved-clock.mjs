/** Loaded before the program: its wall clock is moved by as many milliseconds as it is told. */
const real = Date.now
let moved = 0
Date.now = () => real() + moved

process.on('message', (ms) => {
  moved += ms
  process.send?.('moved')
})
process.channel?.unref() // it does not keep the program alive
