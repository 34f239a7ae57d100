/** Of the fields that the operator has declared; their labels are the operator's own. */
export const data = {
  title: 'Your details',
  lead: 'What the service keeps about you beside your name and address.',
  submit: 'Save',
  done: 'The details were saved.',
  none: 'Not set',
  yes: 'Yes',
  no: 'No',
  lines: 'One entry per line.',
  optional: 'Optional.',
  meanwhile: (value: string) => `Meanwhile it has become: ${value}`,
  ofOrganisation: 'Details',
  tiers: {
    owner: 'The account’s owner may change it.',
    app: 'The owner sees it; only administrators and backends change it.',
    private: 'Only administrators and backends see it.',
  },
  tiersOfOrgs: {
    owner: 'Admins and owners of the organisation may change it.',
    app: 'Members see it; only administrators and backends change it.',
    private: 'Only administrators and backends see it.',
  },
  missing: 'Please fill this in.',
  wrong: {
    text: (most: string) => `Please enter one line of at most ${most} characters, in the form that is asked for.`,
    list: (most: string) => `Please enter at most 20 lines of at most ${most} characters each.`,
    number: () => 'Please enter a number such as 12.5.',
    date: () => 'Please enter a date such as 2026-01-31.',
    choice: () => 'Please choose one of these.',
    boolean: () => 'Please choose one of these.',
  },
  finish: {
    title: 'Almost there',
    lead: 'Your account is made as soon as you have answered this.',
    submit: 'Create account',
    over: 'This took too long, or was finished already. Please sign in again.',
  },
}
