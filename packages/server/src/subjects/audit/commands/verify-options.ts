/** What both ways to verify the log ask, beside the key. */
export const verifyOptions = {
  against: {
    type: 'string',
    multiple: true,
    hint: 'NOTE',
    help: 'A file with checkpoints that were kept elsewhere; may be repeated.',
  },
  json: { type: 'boolean', help: 'Print what was found as JSON.' },
} as const
