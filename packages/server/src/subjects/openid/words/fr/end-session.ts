/** An application sends a person here to be signed out. */
export const endSession = {
  lead: (app: string) => `${app} a demandé à vous déconnecter.`,
  leadWithout: 'Une application a demandé à vous déconnecter.',
}
