import type { Reporter, TestModule } from 'vitest/node'

/** Names every test that passed only when it was run again: a second chance must not go unseen. */
export const retriedTests: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]) {
    const retried = modules.flatMap((module) =>
      [...module.children.allTests('passed')].filter((test) => test.diagnostic()?.retryCount),
    )
    if (retried.length === 0) return
    process.stdout.write(
      `\n Passed only when run again:\n${retried.map((test) => `   ${test.module.relativeModuleId}: ${test.fullName}\n`).join('')}\n`,
    )
  },
}
