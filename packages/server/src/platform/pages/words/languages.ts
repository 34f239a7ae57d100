// Every language that the pages speak: a file of words here and in each subject, and a line. Its mails are in `templates/<language>`.
export { de } from './de.ts'
export { en } from './en.ts'
export { es } from './es.ts'
export { fr } from './fr.ts'
