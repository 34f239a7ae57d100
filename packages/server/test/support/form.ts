/** `npm run test:full` has every suite in its long form, `npm test` in what it can afford. */
export const isFull = process.env['TEST_FORM'] === 'full'

/** How often, how many or how far apart, in either form; the environment may say otherwise. */
export const figure = (name: string, inForm: { readonly short: number; readonly full: number }): number =>
  Number(process.env[name] ?? (isFull ? inForm.full : inForm.short))
