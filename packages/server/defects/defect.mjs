export const src = (file) => `packages/server/src/${file}`
const on =
  (project) =>
  (...files) => ({ project, files: files.map((file) => `packages/server/${file}.test.ts`) })

export const sqlite = on('sqlite')
export const postgres = on('postgres')

/** A known mistake, as the smallest change that makes it, and where the tests should notice. */
export const one = (name, file, from, to, seenBy) => ({ name, edits: [{ file: src(file), from, to }], seenBy })
