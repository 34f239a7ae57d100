/** The words of the console's page about keys. */
export const keys = {
  title: 'Keys',
  lead: 'With a key a backend of yours calls the administrators’ routes: those of its scopes, and no others.',
  create: 'Create a key',
  name: 'What is it for?',
  scopes: 'What may it do?',
  noScope: 'Choose at least one thing that it may do.',
  submit: 'Create key',
  made: (name: string) => `This is the key of ${name}. It is shown this once: copy it now.`,
  list: 'All keys',
  none: 'There are no keys.',
  created: 'Created',
  lastUsed: 'Last used',
  never: 'never',
  revoked: 'Revoked',
  inUse: 'In use',
  revoke: 'Revoke…',
  revokeConsequence: (name: string) =>
    `Whatever uses the key ${name} is refused from its next request on. This cannot be undone.`,
  revokeSubmit: 'Revoke the key',
  by: (name: string) => `A key: ${name}`,
  revokeTitle: 'Revoke this key',
}
