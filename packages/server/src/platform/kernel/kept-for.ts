/** Made once for each key, and kept for as long as the key is. */
export function keptFor<K extends object, T>(make: (key: K) => T): (key: K) => T {
  const kept = new WeakMap<K, { readonly value: T }>()
  return (key) => {
    const known = kept.get(key)
    if (known) return known.value
    const value = make(key)
    kept.set(key, { value })
    return value
  }
}
