import type { Run } from './cases.ts'

/** What every route refuses that an owner, or somebody who signs up, writes data with. */
export const refusedData = (write: (data: object) => Run) => ({
  invalid_data: write({ company: 'x'.repeat(200) }),
  unknown_field: write({ nothing: 'x' }),
  field_not_writable: write({ plan: 'pro' }),
})
