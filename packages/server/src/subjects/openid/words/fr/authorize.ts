import type { Translation } from '../../../../platform/pages/words/translation.ts'
import type { authorize as en } from '../en/authorize.ts'

export const authorize: Translation<typeof en> = {
  leaving: (app) => `Continuer vers ${app}`,
  leavingLead: 'Vous êtes redirigé. Si rien ne se passe, continuez ici.',
  leavingByForm: 'Vous êtes redirigé. Si rien ne se passe, appuyez sur le bouton.',
  back: (app) => `Retour à ${app}`,
  other: 'Utiliser un autre compte',
  signedInAs: (who) => `Vous êtes connecté en tant que ${who}.`,
  consent: {
    title: (app) => `Autoriser ${app}\u202f?`,
    lead: (app) => `${app} souhaite vous connecter avec ce compte et connaître\u202f:`,
    leadWithout: (app) => `${app} souhaite vous connecter avec ce compte. Elle saura seulement que c’est vous.`,
    goesTo: (place) => `Vous serez ensuite envoyé vers ${place}.`,
    thisDevice: 'une application de cet appareil',
    allow: 'Autoriser',
    deny: 'Ne pas autoriser',
    changed: 'Ce que demande l’application a changé entre-temps. Veuillez regarder à nouveau.',
    service: (address) => `Elle obtient aussi l’accès à ${address} en votre nom.`,
    stays: (app) => `${app} reste connectée même en votre absence, jusqu’à ce que vous y mettiez fin dans votre compte.`,
    scopes: {
      profile: 'Votre nom et votre langue',
      email: 'Votre adresse e-mail, et si elle est confirmée',
      groups:
        'Vos groupes\u202f: les organisations dont vous faites partie, votre rôle dans celles-ci, et si vous êtes administrateur',
      organizations: 'Les organisations dont vous faites partie, et votre rôle dans celles-ci',
    },
    field: (label) => `«\u202f${label}\u202f» de votre compte`,
    scope: (name) => `Agir pour vous\u202f: ${name}`,
  },
  choose: {
    title: 'Avec quel compte\u202f?',
    lead: (app) => `Avec quel compte voulez-vous continuer vers ${app}\u202f?`,
    stay: (name) => `Continuer en tant que ${name}`,
    otherTitle: 'Un autre compte est nécessaire',
    otherLead: (app) => `${app} attend une autre personne que celle qui est connectée ici.`,
    signsOut: 'Pour utiliser un autre compte, vous serez d’abord déconnecté ici.',
  },
  demand: {
    title: 'Vous ne pouvez pas encore continuer',
    role: (app) => `${app} est réservée aux administrateurs, et ce compte n’en est pas un.`,
    organisation: (app) => `${app} est réservée aux membres d’une organisation dont ce compte ne fait pas partie.`,
    verified: (app) => `${app} est réservée aux comptes dont l’adresse e-mail est confirmée. Confirmez la vôtre, puis réessayez.`,
    second_factor: (app) =>
      `${app} demande un second facteur présenté lors de cette connexion. Ajoutez une application d’authentification ou une clé d’accès, présentez-la, puis réessayez.`,
    ask: 'S’il s’agit d’une erreur, demandez à ceux qui gèrent l’application.',
    toProfile: 'Vers votre adresse',
    toSecurity: 'Vers vos paramètres de sécurité',
    again: 'Réessayer',
  },
  expired: {
    title: 'Cette connexion est terminée',
    lead: 'Elle a pris trop de temps, est déjà achevée, ou a commencé dans un autre navigateur. Recommencez dans l’application.',
  },
  wrong: {
    title: 'Cette application ne peut pas vous connecter',
    client_unknown: 'Elle n’est pas connue ici. Sa configuration nomme un client qui n’existe pas.',
    client_disabled: 'Un administrateur l’a désactivée ici.',
    redirect_uri_missing: 'Elle n’a pas dit où vous envoyer ensuite.',
    redirect_uri_twice: 'Elle a nommé plus d’un endroit où vous envoyer ensuite.',
    redirect_uri_unknown:
      'Elle veut que vous soyez envoyé à un endroit qui n’est pas enregistré pour elle. Vous restez ici, car cet endroit peut appartenir à un inconnu.',
    forOperators: 'Pour ceux qui gèrent l’application',
    client: 'Client',
    problem: 'Problème',
    address: 'Adresse',
  },
}

export const authorizeEvents = {
  'oidc.authorized': 'Connecté à une application',
  'oidc.consent.given': 'Application autorisée',
  'oidc.consent.denied': 'Application non autorisée',
}
