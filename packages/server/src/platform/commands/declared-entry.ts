import { IsObject, type Static, type TObject, Type } from 'typebox'
import { Check } from 'typebox/schema'
import { Failure } from '../kernel/errors.ts'
import { didYouMean } from '../kernel/nearest.ts'
import { CommandError } from './command.ts'

/** Unknown fields of an entry are refused, also in objects within: a misspelt demand would admit all people. */
export function readDeclared<const S extends TObject>(schema: S, one: unknown, where: string): Static<S> {
  const entry = asObject(one, where)
  const fields = Object.keys(schema.properties)
  const unknown = Object.keys(entry).find((name) => !fields.includes(name))
  if (unknown !== undefined) throw new CommandError(`${where}: there is no setting ${unknown}.${didYouMean(unknown, fields)}`)
  for (const [name, inner] of Object.entries(schema.properties))
    if (IsObject(inner) && Object.hasOwn(entry, name)) readDeclared(inner, entry[name], `${where}: ${name}`)
  const wrong = fields.find((name) => !Check(Type.Object({ [name]: schema.properties[name] ?? Type.Never() }), entry))
  if (wrong !== undefined) throw new CommandError(`${where}: ${wrong} is missing or not valid`)
  return entry as Static<S>
}

export function asObject(one: unknown, where: string): Readonly<Record<string, unknown>> {
  if (typeof one !== 'object' || one === null || Array.isArray(one)) throw new CommandError(`${where}: must be an object`)
  return one as Readonly<Record<string, unknown>>
}

/** Two entries of one name would undo each other at each run. */
export function refuseTwice(names: readonly string[], where: string): void {
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw new CommandError(`${where}: ${twice} stands there twice`)
}

/** What a route would refuse is told with the place in the file where it stands. */
export async function inPlace<Done>(where: string, act: () => Done | Promise<Done>): Promise<Done> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Failure) throw new CommandError(`${where}: ${error.message}`)
    throw error
  }
}
