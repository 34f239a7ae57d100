import type { Observer } from '../kernel/observer.ts'
import type { Engine } from './engine.ts'

/** The same engine, watched. Only made for an observer, so that a query costs nothing more without one. */
export const observedEngine = (engine: Engine, observer: Observer): Engine => ({
  ...engine,
  query: (sql, params) => observer.watch('query', () => engine.query(sql, params)),
  run: (sql, params) => observer.watch('query', () => engine.run(sql, params)),
  transaction: (work) => observer.watch('transaction', () => engine.transaction(work)),
})
