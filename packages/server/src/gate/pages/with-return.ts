/** A page that leads on to where the visitor wanted to go. */
export const withReturn = (path: string, returnTo: string | undefined): string =>
  returnTo === undefined ? path : `${path}?${new URLSearchParams({ returnTo })}`
