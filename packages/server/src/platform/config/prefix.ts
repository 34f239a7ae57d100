/** Every environment name also works with this in front, and then wins over the bare one. */
export const PREFIX = 'LATCHKEY_'
