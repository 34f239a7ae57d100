/** The far end of `helper`: one task in, one answer out. */
export function answer(work) {
  process.on('message', async (task) => {
    try {
      process.send(await work(task))
    } catch (error) {
      process.send({ error: error.stack })
    }
  })
  process.on('disconnect', () => process.exit())
}
