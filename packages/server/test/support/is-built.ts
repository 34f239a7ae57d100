import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'

/** What is older than any of its sources was made of another tree. A directory is as old as the last file that came or went. */
export function isBuilt(built: readonly string[], sources: readonly string[]): boolean {
  const changed = sources.flatMap((source) => (isDirectory(source) ? [source, ...within(source)] : [source])).map(changedAt)
  return Math.min(...built.map(changedAt)) > Math.max(...changed)
}

const within = (directory: string): string[] =>
  (readdirSync(directory, { recursive: true }) as string[]).map((name) => path.join(directory, name))
const isDirectory = (file: string): boolean => statSync(file).isDirectory()
const changedAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
