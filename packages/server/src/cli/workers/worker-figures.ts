import type { ChildProcess } from 'node:child_process'
import type { MetricObject } from 'prom-client'
import type { ToParent } from './messages.ts'
import { tell } from './tell.ts'

type Figures = readonly MetricObject[]

const ANSWER_MS = 2000
/** So many that have ended are remembered one by one. */
const MOST_ENDED = 10

/**
 * What the workers count. A sum never falls, or a monitor would take the rest of it for new: the last figures of a worker that has
 * ended, or does not answer in time, count on.
 */
export class WorkerFigures {
  readonly #living = new Map<ChildProcess, Figures>()
  #ended: Figures[] = []
  #questions = 0

  follow(worker: ChildProcess): void {
    this.#living.set(worker, [])
    worker.on('message', (message: ToParent) => {
      if (message.kind === 'figures' && this.#living.has(worker)) this.#living.set(worker, message.figures)
    })
    // After what it has sent last was read.
    worker.once('close', () => {
      this.#ended.push((this.#living.get(worker) ?? []).filter(isSum))
      this.#living.delete(worker)
    })
  }

  /** `add` makes one of several. */
  async all(add: (several: readonly Figures[]) => Promise<Figures>): Promise<readonly Figures[]> {
    const question = ++this.#questions
    await Promise.all([...this.#living.keys()].map((worker) => answered(worker, question)))
    if (this.#ended.length > MOST_ENDED) {
      const eldest = this.#ended
      const sum = await add(eldest)
      this.#ended = [sum, ...this.#ended.slice(eldest.length)]
    }
    return [...this.#ended, ...this.#living.values()]
  }
}

const isSum = ({ type }: MetricObject): boolean => ['counter', 'histogram'].includes(String(type))

const answered = (worker: ChildProcess, question: number): Promise<void> =>
  new Promise((resolve) => {
    const read = (message: ToParent): void => {
      if (message.kind === 'figures' && message.question === question) end()
    }
    const end = (): void => {
      clearTimeout(timer)
      worker.off('message', read).off('exit', end)
      resolve()
    }
    const timer = setTimeout(end, ANSWER_MS)
    worker.on('message', read).once('exit', end)
    tell(worker, { kind: 'figures', question })
  })
