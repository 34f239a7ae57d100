import type { data as en } from '../en/data.ts'

/** Of the fields that the operator has declared; their labels are the operator's own. */
export const data: typeof en = {
  title: 'Sus datos',
  lead: 'Lo que el servicio guarda sobre usted además de su nombre y su dirección.',
  submit: 'Guardar',
  done: 'Los datos se han guardado.',
  none: 'Sin indicar',
  yes: 'Sí',
  no: 'No',
  lines: 'Una entrada por línea.',
  optional: 'Opcional.',
  meanwhile: (value) => `Mientras tanto ha cambiado a: ${value}`,
  ofOrganisation: 'Datos',
  tiers: {
    owner: 'El titular de la cuenta puede cambiarlo.',
    app: 'El titular lo ve; solo los administradores y los backends lo cambian.',
    private: 'Solo los administradores y los backends lo ven.',
  },
  tiersOfOrgs: {
    owner: 'Los administradores y propietarios de la organización pueden cambiarlo.',
    app: 'Los miembros lo ven; solo los administradores y los backends lo cambian.',
    private: 'Solo los administradores y los backends lo ven.',
  },
  missing: 'Rellene este campo.',
  wrong: {
    text: (most) => `Introduzca una línea de ${most} caracteres como máximo, con la forma que se pide.`,
    list: (most) => `Introduzca como máximo 20 líneas de ${most} caracteres cada una.`,
    number: () => 'Introduzca un número como 12.5, con punto en lugar de coma.',
    date: () => 'Introduzca una fecha como 2026-01-31.',
    choice: () => 'Elija una de estas opciones.',
    boolean: () => 'Elija una de estas opciones.',
  },
  finish: {
    title: 'Ya casi está',
    lead: 'Su cuenta se crea en cuanto responda a esto.',
    submit: 'Crear cuenta',
    over: 'Ha tardado demasiado o ya se había terminado. Inicie sesión de nuevo.',
  },
}
