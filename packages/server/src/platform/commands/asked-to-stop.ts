/** Resolves when the process is told to end, by Ctrl-C or by its supervisor. */
export const askedToStop = (): Promise<void> =>
  new Promise((resolve) => {
    process.once('SIGTERM', () => resolve())
    process.once('SIGINT', () => resolve())
  })
