/** One act after the other. Signals that come before an act has begun are one: it reads all that was changed before them. */
export function onHangup(act: () => Promise<unknown>): void {
  let isWaiting = false
  let last: Promise<unknown> = Promise.resolve()
  process.on('SIGHUP', () => {
    if (isWaiting) return
    isWaiting = true
    last = last.then(() => {
      isWaiting = false
      return act()
    })
  })
}
