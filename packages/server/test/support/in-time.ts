/** For `vi.waitFor`, whose own limit is a second: whatever happens in the background, or in another process. */
export const inTime = { timeout: 60_000, interval: 5 }
