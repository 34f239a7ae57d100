import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import type { TestProject } from 'vitest/node'

/** The same engine without its windows comes first: a whole Chromium keeps one for every visitor, unseen, at three times the work. */
const WINDOWLESS = ['chromium-headless-shell', 'chrome-headless-shell']
const NAMES = [...WINDOWLESS, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const MAC = ['Chromium', 'Google Chrome'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)

const HELP = `The browser tests need Chromium or Chrome, and none was found or could be installed.
Install one (Debian: "apt-get install chromium", macOS: "brew install --cask chromium"), or name it: CHROMIUM_PATH=/path/to/chromium`

/** The browser of this machine; where there is none, the system's package manager is asked for one. */
export function setup(project: TestProject): void {
  const found = findChromium() ?? (install() ? findChromium() : undefined)
  if (found === undefined) throw new Error(HELP)
  project.provide('chromium', found)
}

function findChromium(): string | undefined {
  const own = process.env['CHROMIUM_PATH']
  if (own !== undefined) return own
  const directories = (process.env['PATH'] ?? '').split(path.delimiter)
  const candidates = [...NAMES.flatMap((name) => directories.map((directory) => path.join(directory, name))), ...MAC]
  return candidates.find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Only where it asks nobody for a password. */
function install(): boolean {
  const isRoot = process.getuid?.() === 0
  const asRoot = isRoot ? [] : ['sudo', '--non-interactive']
  if (succeeds(['apt-get', '--version'])) {
    process.stderr.write('No Chromium was found: installing it with apt-get.\n')
    const environment = ['env', 'DEBIAN_FRONTEND=noninteractive']
    if (!succeeds([...asRoot, 'apt-get', 'update'])) return false
    const add = [...asRoot, ...environment, 'apt-get', 'install', '--yes', '--no-install-recommends']
    // Not every release has the first.
    return ['chromium-headless-shell', 'chromium'].some((name) => succeeds([...add, name]))
  }
  if (!succeeds(['brew', '--version'])) return false
  process.stderr.write('No Chromium was found: installing it with brew.\n')
  return succeeds(['brew', 'install', '--cask', 'chromium'])
}

const succeeds = ([command = '', ...args]: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0
