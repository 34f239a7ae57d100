import type { data as en } from '../en/data.ts'

/** Of the fields that the operator has declared; their labels are the operator's own. */
export const data: typeof en = {
  title: 'Vos informations',
  lead: 'Ce que le service conserve sur vous en plus de votre nom et de votre adresse.',
  submit: 'Enregistrer',
  done: 'Les informations ont été enregistrées.',
  none: 'Non renseigné',
  yes: 'Oui',
  no: 'Non',
  lines: 'Une entrée par ligne.',
  optional: 'Facultatif.',
  meanwhile: (value) => `Entre-temps, la valeur est devenue\u202f: ${value}`,
  ofOrganisation: 'Informations',
  tiers: {
    owner: 'Le titulaire du compte peut le modifier.',
    app: 'Le titulaire le voit ; seuls les administrateurs et les backends le modifient.',
    private: 'Seuls les administrateurs et les backends le voient.',
  },
  tiersOfOrgs: {
    owner: 'Les administrateurs et propriétaires de l’organisation peuvent le modifier.',
    app: 'Les membres le voient ; seuls les administrateurs et les backends le modifient.',
    private: 'Seuls les administrateurs et les backends le voient.',
  },
  missing: 'Veuillez remplir ce champ.',
  wrong: {
    text: (most) => `Saisissez une ligne de ${most} caractères au plus, dans la forme demandée.`,
    list: (most) => `Saisissez au plus 20 lignes de ${most} caractères chacune.`,
    number: () => 'Saisissez un nombre comme 12.5, avec un point au lieu de la virgule.',
    date: () => 'Saisissez une date telle que 2026-01-31.',
    choice: () => 'Choisissez l’une de ces options.',
    boolean: () => 'Choisissez l’une de ces options.',
  },
  finish: {
    title: 'Presque terminé',
    lead: 'Votre compte sera créé dès que vous aurez répondu.',
    submit: 'Créer le compte',
    over: 'Cela a pris trop de temps ou est déjà terminé. Veuillez vous connecter à nouveau.',
  },
}
