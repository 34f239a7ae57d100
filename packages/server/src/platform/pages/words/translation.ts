/** The words of another language than English: exactly those that English has, and the errors, whose English is in their table. */
export type Translation<English, Errors = object> = English &
  (keyof Errors extends never ? unknown : { readonly errors: Readonly<Record<keyof Errors, string>> })
