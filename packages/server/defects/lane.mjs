import { execFile } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Writable } from 'node:stream'
import { promisify } from 'node:util'
import { createVitest } from 'vitest/node'
import { copyOfTree, SOURCES } from './copy-of-tree.mjs'
import { isNamed, isOf } from './named-tests.mjs'

/** A copy of the repository, and a Vitest in it that stays: what a mistake does not touch is transformed once for all of them. */
export class Lane {
  #directory = copyOfTree()
  #vitest
  #tests
  /** Of the run at hand: the tests that have failed, and why a file could not run at all. */
  #failed = []
  #errors = []
  /** Those that have noticed something so far, by the id of their file. */
  #relied = new Map()

  async open() {
    const reporter = {
      onTestCaseResult: (test) => test.result().state === 'failed' && this.#failed.push(test),
      onTestModuleEnd: (module) => this.#errors.push(...module.errors()),
    }
    const silent = () => new Writable({ write: (_chunk, _encoding, done) => done() })
    const cacheDir = path.join(this.#directory, 'cache')
    const experimental = { fsModuleCachePath: cacheDir } // shared by the projects, and gone with the copy
    this.#vitest = await createVitest(
      'test',
      { root: this.#directory, watch: false, bail: 1, retry: 0, maxWorkers: 1, reporters: [reporter], experimental },
      { cacheDir },
      { stdout: silent(), stderr: silent() },
    )
    this.#tests = await this.#vitest.globTestSpecifications()
    return this
  }

  /** The first of these tests that fails while some sources have other texts; else why there is none. */
  async firstFailure({ project, tests }, texts) {
    const found = tests.map((name) => this.#named(project, name))
    if (found.some(({ length }) => length === 0)) return { reason: `${project} does not have all of ${tests.join(', ')}` }
    const undo = this.#write(texts)
    await this.#run(found.flat())
    undo()
    const [test] = this.#failed
    if (!test) return { reason: this.#errors[0]?.message ?? 'its tests pass' }
    const { module } = test
    this.#relied.set(module.id, { module, tests: [...(this.#relied.get(module.id)?.tests ?? []), test] })
    return { test: test.fullName }
  }

  /** Of the tests that have noticed something, one that fails without a mistake, too: it would notice anything. */
  async firstUnreliable() {
    await this.#run([...this.#relied.values()].map(({ module, tests }) => module.toTestSpecification(tests)))
    const [test] = this.#failed
    return test ? `${test.fullName}: ${test.result().errors[0]?.message}` : this.#errors[0]?.message
  }

  async close() {
    await this.#vitest.close()
    rmSync(this.#directory, { recursive: true, force: true })
  }

  #named(project, name) {
    const isIt = isNamed(name)
    return this.#tests.filter((test) => isOf(test.project, project) && isIt(test.moduleId))
  }

  async #run(specifications) {
    this.#failed = []
    this.#errors = []
    if (specifications.some(({ moduleId }) => startsProgram(moduleId))) await this.#build()
    await this.#vitest.runTestSpecifications(specifications)
  }

  /** Once at the beginning the tests do so themselves. */
  async #build() {
    await promisify(execFile)('npm', ['run', 'build:server'], { cwd: this.#directory })
  }

  #write(texts) {
    const before = new Map()
    const put = (file, text) => {
      writeFileSync(file, text)
      this.#vitest.invalidateFile(file)
    }
    for (const [name, text] of texts) {
      const file = path.join(this.#directory, SOURCES, name)
      before.set(file, readFileSync(file, 'utf8'))
      put(file, text)
    }
    return () => {
      for (const [file, text] of before) put(file, text)
    }
  }
}

/** Whether a test starts the program as it was built, or imports what does. */
function startsProgram(file, met = new Set()) {
  if (met.has(file)) return false
  met.add(file)
  const text = readFileSync(file, 'utf8')
  const imported = [...text.matchAll(/ from '(\.[^']+)'/g)].map(([, to]) => path.resolve(path.dirname(file), to))
  return text.includes('bin/latchkey.js') || imported.some((to) => to.includes('/test/') && startsProgram(to, met))
}
