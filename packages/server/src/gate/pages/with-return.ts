export const withReturn = (path: string, returnTo: string | undefined): string =>
  returnTo === undefined ? path : `${path}?${new URLSearchParams({ returnTo })}`
