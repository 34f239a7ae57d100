import '../../src/subjects/index.ts'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { ConfigError, loadConfig } from '../../src/platform/config/load-config.ts'
import type { Config } from '../../src/platform/config/schema.ts'
import type { ConfigSources } from '../../src/platform/config/sources.ts'

export const SECRET = 'a secret of more than 32 bytes for the tests'

/** A working directory with the given files, gone after the test. */
export function directory(files: Record<string, unknown> = {}): string {
  const cwd = mkdtempSync(path.join(os.tmpdir(), 'latchkey-'))
  onTestFinished(() => rmSync(cwd, { recursive: true }))
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(path.join(cwd, name), typeof content === 'string' ? content : JSON.stringify(content))
  }
  return cwd
}

export const load = (sources: Partial<ConfigSources> = {}): Config =>
  loadConfig({ env: {}, cwd: sources.cwd ?? directory(), ...sources })

export function problems(sources: Partial<ConfigSources>): readonly string[] {
  try {
    load(sources)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}
