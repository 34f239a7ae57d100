// This folder is all of the app: what lies above it in this repository, settings of its compiler among it, belongs to others.
export default { turbopack: { root: import.meta.dirname } }
