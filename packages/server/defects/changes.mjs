import { walk } from './sources.mjs'

/*
 * How a mistake is made in what has been found by its name. Each gives the piece of the file's text that is replaced, and by
 * what. Comments and the way in which the code is broken into lines do not matter.
 */

/** A fragment of it is another one: as short as the mistake allows. */
export const wrong =
  (fragment, other) =>
  ({ node, code, name }) => {
    const found = [...code.slice(node.start, node.end).matchAll(patternOf(fragment))]
    if (found.length !== 1) throw new Error(`${name} has this ${found.length} times: ${fragment}`)
    const start = node.start + found[0].index
    return { start, end: start + found[0][0].length, text: other }
  }

/** The statement that calls this is missing. */
export const without = (callee) => (place) => {
  const { statement } = callOf(place, callee)
  if (statement.type === 'VariableDeclaration') throw new Error(`${place.name} needs what ${callee} returns`)
  return { start: statement.start, end: statement.end, text: '{}' }
}

/** Something else stands where this is called: a text, or what is made of the text of the call. */
export const inPlaceOf = (callee, other) => (place) => {
  const { start, end } = callOf(place, callee).call
  return { start, end, text: typeof other === 'string' ? other : other(place.text.slice(start, end)) }
}

/** A function does this before anything else. */
export const first =
  (statements) =>
  ({ value, text, name }) => {
    if (!isFunction(value)) throw new Error(`${name} is no function`)
    const { start, end, type } = value.body
    const body = text.slice(start, end)
    return { start, end, text: `{ ${statements}\n${type === 'BlockStatement' ? body.slice(1) : `return ${body} }`}` }
  }

/** A function does nothing but this; a constant or a property has this value. */
export const becomes =
  (text) =>
  ({ value }) => {
    const { start, end } = isFunction(value) ? value.body : value
    return { start, end, text: isFunction(value) ? `{ ${text} }` : text }
  }

/** Matches the same words and signs in the same order, however much space is between them. */
function patternOf(fragment) {
  const tokens = fragment.match(/[\w$]+|[^\w$\s]/g)
  const isWord = (token) => /[\w$]/.test(token)
  const parts = tokens.map((token, index) => {
    const isApart = index > 0 && isWord(token) && isWord(tokens[index - 1])
    return `${index === 0 ? '' : isApart ? '\\s+' : '\\s*'}${token.replace(/[^\w]/g, '\\$&')}`
  })
  const [before, after] = [isWord(tokens[0]) ? '(?<![\\w$])' : '', isWord(tokens.at(-1)) ? '(?![\\w$])' : '']
  return new RegExp(`${before}${parts.join('')}${after}`, 'g')
}

const isFunction = ({ type }) => /^(Arrow)?Function(Declaration|Expression)$/.test(type)

/** The only call of it, and the smallest statement around that. */
function callOf({ node, name }, callee) {
  const found = []
  walk(node, (call, above) => {
    if (call.type !== 'CallExpression' || !`.${namesIn(call.callee)}`.endsWith(`.${callee}`)) return
    found.push({ call, statement: above.findLast(({ type }) => /Statement$|^VariableDeclaration$/.test(type)) })
  })
  if (found.length !== 1) throw new Error(`${name} calls ${callee} ${found.length} times`)
  return found[0]
}

/** `this.#sql.run` of a callee, and `accountsIn.find` of `accountsIn(tx).find`; what is not a name is left out. */
function namesIn(node) {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'CallExpression') return namesIn(node.callee)
  if (node.type !== 'MemberExpression' || node.computed) return ''
  return `${namesIn(node.object)}.${node.property.type === 'PrivateIdentifier' ? '#' : ''}${node.property.name}`
}
