/** A PostgreSQL database that is migrated once and copied for every test. */
export const TEMPLATE = 'migrated'
