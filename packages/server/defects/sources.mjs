import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'rolldown/utils'

/** The program as text and as trees, in which everything that has a name is found by it, wherever its file lies. */
export class Sources {
  #texts
  #filesWith
  #parsed

  /** @param {ReadonlyMap<string, string>} texts by the path of the file */
  constructor(texts, filesWith = filesByName(texts), parsed = new Map()) {
    this.#texts = texts
    this.#filesWith = filesWith
    this.#parsed = parsed
  }

  static in(directory) {
    const files = readdirSync(directory, { recursive: true }).filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    return new Sources(new Map(files.map((file) => [file, readFileSync(path.join(directory, file), 'utf8')])))
  }

  /** The same with another text of one file. */
  with(file, text) {
    return new Sources(new Map(this.#texts).set(file, text), this.#filesWith, this.#parsed)
  }

  text(file) {
    return this.#texts.get(file)
  }

  /**
   * A function, method, constant or property by its name. Where several have it, some of what it lies in goes before it, in
   * order: folders, the file, the class, the function. The outermost counts: a local name takes nothing from what all can see.
   */
  find(name) {
    const outer = name.split('.')
    const own = outer.pop()
    const found = []
    for (const file of this.#filesWith.get(own) ?? []) {
      const text = this.#texts.get(file)
      const folders = file.replace(/\.tsx?$/, '').split(path.sep)
      if (!outer.every((part) => folders.includes(part) || text.includes(part))) continue
      for (const declared of this.#parse(file))
        if (declared.name === own && isWithin(outer, [...folders, ...declared.within])) found.push({ file, text, ...declared })
    }
    const depth = Math.min(...found.map(({ within }) => within.length))
    const outermost = found.filter(({ within }) => within.length === depth)
    if (outermost.length === 1) return outermost[0]
    throw new Error(`${name} is declared ${outermost.length} times${outermost.map(({ file }) => `, in ${file}`).join('')}`)
  }

  /** Throws where the text is not a program. */
  check(file) {
    this.#parse(file)
  }

  #parse(file) {
    const text = this.#texts.get(file)
    const known = this.#parsed.get(text)
    if (known) return known
    const { program, comments, errors } = parseSync(file, text)
    if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`)
    const code = comments.reduce((left, { start, end }) => left.slice(0, start) + ' '.repeat(end - start) + left.slice(end), text)
    const declared = declaredIn(program).map((one) => ({ ...one, code }))
    this.#parsed.set(text, declared)
    return declared
  }
}

/** What may be the name of a declaration, by what stands before and behind it: to parse every file takes seconds. */
const MAYBE_DECLARED =
  /(?:^|[{,;*]|\b(?:async|class|const|function|get|let|override|readonly|set|static))\s*(#?[\w$]+)(?=\s*[(:=<?!{]|\s+extends\b)/gm

function filesByName(texts) {
  const files = new Map()
  for (const [file, text] of texts) {
    for (const [, name] of text.matchAll(MAYBE_DECLARED)) {
      if (!files.has(name)) files.set(name, new Set())
      files.get(name).add(file)
    }
  }
  return files
}

const isWithin = (parts, chain) => {
  let at = -1
  return parts.every((part) => {
    at = chain.indexOf(part, at + 1)
    return at >= 0
  })
}

/** Visits a node and all below it, with those above. */
export function walk(node, visit, above = []) {
  visit(node, above)
  above.push(node)
  for (const key in node) {
    const below = node[key]
    if (Array.isArray(below)) for (const child of below) child?.type && walk(child, visit, above)
    else if (below?.type) walk(below, visit, above)
  }
  above.pop()
}

function declaredIn(program) {
  const declared = []
  walk(program, (node, above) => {
    const name = nameOf(node, above.at(-1))
    if (name === undefined) return
    const within = above.map((outer, index) => nameOf(outer, above[index - 1])).filter((outer) => outer !== undefined)
    declared.push({ name, within, node, value: node.type === 'FunctionDeclaration' ? node : (node.init ?? node.value) })
  })
  return declared
}

function nameOf(node, parent) {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
    case 'VariableDeclarator':
      return node.id?.name
    case 'MethodDefinition':
    case 'PropertyDefinition':
      return keyOf(node)
    case 'Property':
      return parent.type === 'ObjectExpression' && !node.shorthand ? keyOf(node) : undefined
    default:
      return undefined
  }
}

function keyOf({ key, computed }) {
  if (computed) return undefined
  return key.type === 'PrivateIdentifier' ? `#${key.name}` : (key.name ?? String(key.value))
}
