/** In all languages that pages and mails have, and in the plural. */
export const PASSWORD_WORD = /passwor[dt]|passwört|contraseñ|mots?\s+de\s+passe/i
