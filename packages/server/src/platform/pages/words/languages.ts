// Every language that the pages speak: a folder of words, and a line here. Its mails are in `templates/<language>`.
export { de } from './de/catalogue.ts'
export { en } from './en/catalogue.ts'
export { es } from './es/catalogue.ts'
export { fr } from './fr/catalogue.ts'
