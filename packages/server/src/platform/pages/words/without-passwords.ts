type Tree = Readonly<Record<string, unknown>>
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value)

const made = new WeakMap<object, Tree>()

/**
 * The words of a service that has no passwords. A branch `withoutPasswords`, anywhere among the words, has those that are said there
 * instead of what stands beside it. Made once for a catalogue, because every page asks for its words anew.
 */
export function withoutPasswords<Words extends object>(words: Words): Words {
  const variant = made.get(words) ?? chosenIn(words as Tree)
  made.set(words, variant)
  return variant as Words
}

const chosenIn = ({ withoutPasswords: instead = {}, ...usual }: Tree): Tree =>
  mapped(laidOver(usual, instead as Tree), (value) => (isTree(value) ? chosenIn(value) : value))

const laidOver = (usual: Tree, instead: Tree): Tree => ({
  ...usual,
  ...mapped(instead, (value, name) => (isTree(value) ? laidOver(usual[name] as Tree, value) : value)),
})

const mapped = (tree: Tree, change: (value: unknown, name: string) => unknown): Tree =>
  Object.fromEntries(Object.entries(tree).map(([name, value]) => [name, change(value, name)]))
