/** The words of the account centre about applications. */
export const applications = {
  title: 'Sus aplicaciones',
  lead: 'Aplicaciones en las que ha iniciado sesión con esta cuenta o a las que ha permitido conocerle.',
  none: 'No ha iniciado sesión en ninguna aplicación.',
  since: 'Desde',
  lastUsed: 'Último uso',
  notNow: 'sin sesión ahora',
  stays: 'Mantiene la sesión',
  remove: 'Desconectar…',
  removeTitle: 'Desconectar esta aplicación',
  removeConsequence: (name: string) =>
    `Se cierra su sesión en ${name} en todas partes, y ya no sabe nada más de esta cuenta. Lo que ya sabe se queda allí.`,
  removeSubmit: 'Desconectar',
  done: { removed: 'La aplicación se ha desconectado.' },
}
