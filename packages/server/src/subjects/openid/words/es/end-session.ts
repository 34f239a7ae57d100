/** An application sends a person here to be signed out. */
export const endSession = {
  lead: (app: string) => `${app} ha pedido cerrar su sesión.`,
  leadWithout: 'Una aplicación ha pedido cerrar su sesión.',
}
