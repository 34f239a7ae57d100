/** The page on which a person lets a device in. */
export const device = {
  title: 'Connect a device',
  lead: 'Type the code that your device shows.',
  code: 'Code of the device',
  hint: 'Eight letters. Upper and lower case and the hyphen do not matter.',
  question: (app: string) => `Let a device use ${app}?`,
  compare: 'Does your device show this very code?',
  application: 'Application',
  askedFrom: 'Asked from',
  askedAt: 'Asked at',
  warning:
    'Go on only if you have begun this yourself, on a device that you have before you. Nobody of ours ever sends you a code.',
  allow: 'Let it in',
  deny: 'No, do not',
  allowed: 'Done. Your device goes on by itself in a moment.',
  denied: 'The device was not let in.',
}
