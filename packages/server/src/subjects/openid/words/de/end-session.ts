/** An application sends a person here to be signed out. */
export const endSession = {
  lead: (app: string) => `${app} möchte Sie abmelden.`,
  leadWithout: 'Eine Anwendung möchte Sie abmelden.',
}
