import path from 'node:path'

/** Every file that is different with the mistake in it, and its text. */
export function plant(sources, places) {
  let planted = sources
  const files = new Set()
  for (const [name, changes] of Object.entries(places)) {
    for (const change of [changes].flat()) {
      const place = planted.find(name)
      const { start, end, text } = change(place)
      const inserted = withPaths(sources, place.file, text)
      planted = planted.with(place.file, place.text.slice(0, start) + inserted + place.text.slice(end))
      files.add(place.file)
    }
  }
  for (const file of files) {
    planted.check(file)
    if (planted.text(file) === sources.text(file)) throw new Error(`${file} is what it was`)
  }
  return new Map([...files].map((file) => [file, planted.text(file)]))
}

/** A mistake may need what its file does not import: `import('issueSession')` imports the file in which that is declared. */
const withPaths = (sources, file, text) =>
  text.replace(/import\('([\w.]+)'\)/g, (_, name) => {
    const to = path.relative(path.dirname(file), sources.find(name).file)
    return `import('${to.startsWith('.') ? to : `./${to}`}')`
  })
