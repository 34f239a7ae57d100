import type { Observer } from '../kernel/observer.ts'
import type { Engine } from './engine.ts'

/** The same engine, watched. Only made when somebody looks, so that a query costs nothing more when nobody does. */
export const observedEngine = (engine: Engine, observer: Observer): Engine => ({
  ...engine,
  query: (sql, params) => observer.watch('query', () => engine.query(sql, params)),
  transaction: (work) => observer.watch('transaction', () => engine.transaction(work)),
})
