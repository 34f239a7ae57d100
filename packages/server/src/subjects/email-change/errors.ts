/** Of the table in `errors.ts`, what a change of address can answer. */
// biome-ignore format: a table is read by its rows
export const lifecycleErrors = {
  same_email: [400, 'This is the email address of the account already.', 'Nothing to do.'],
  email_change_conflict: [409, 'The email address was changed by an administrator meanwhile.', 'Ask for the change again, if it is still wanted.'],
} as const satisfies Record<string, readonly [status: number, text: string, advice: string]>
