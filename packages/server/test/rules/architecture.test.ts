import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

/**
 * What a room may import. A subject reaches another only through that one's `index.ts`; what stands beside `main.ts` may import everything,
 * and so may the command line and what is for the tests of apps. Anything not listed is forbidden.
 */
const allowed: Readonly<Record<string, readonly string[]>> = {
  platform: ['platform'],
  gate: ['platform', 'gate'],
  subjects: ['platform', 'gate'],
}

/** Inside the platform. What is not named may import whatever the platform has. */
const insidePlatform: Readonly<Record<string, readonly string[]>> = {
  kernel: [],
  http: ['kernel'],
  config: ['kernel'],
  store: ['kernel'],
  pages: ['kernel'],
  metrics: ['kernel'],
  tracing: ['kernel'],
}

const root = path.resolve(import.meta.dirname, '../../src')
const sources = new Map(
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
    .map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
)

const importsOf = (source: string): string[] =>
  [...source.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, target = '']) => target)

function forbiddenImports(files: ReadonlyMap<string, string>): string[] {
  return [...files].flatMap(([file, source]) =>
    importsOf(source)
      .map((target) => path.normalize(path.join(path.dirname(file), target)))
      .filter((target) => !isAllowed(file, target))
      .map((target) => `${file} → ${target}`),
  )
}

function isAllowed(file: string, target: string): boolean {
  const [from, to] = [file.split(path.sep), target.split(path.sep)]
  const [room = '', part = ''] = from
  if (from.length === 1 || room === 'cli' || room === 'testing') return true
  if (room === 'subjects' && to[0] === 'subjects')
    return part === to[1] || from.length === 2 || (to.length === 3 && to[2] === 'index.ts')
  if (!allowed[room]?.includes(to[0] ?? '')) return false
  return room !== 'platform' || part === to[1] || (insidePlatform[part]?.includes(to[1] ?? '') ?? true)
}

/** Groups of files that import each other, types included. (Tarjan, by the order in which files are entered and left.) */
function cycles(files: ReadonlyMap<string, string>): string[][] {
  const entered = new Map<string, number>()
  const open: string[] = []
  const found: string[][] = []
  const visit = (file: string): number => {
    const own = entered.size
    entered.set(file, own)
    open.push(file)
    let lowest = own
    for (const target of importsOf(files.get(file) ?? '').map((one) => path.normalize(path.join(path.dirname(file), one)))) {
      if (!files.has(target)) continue
      if (!entered.has(target)) lowest = Math.min(lowest, visit(target))
      else if (open.includes(target)) lowest = Math.min(lowest, entered.get(target) ?? own)
    }
    if (lowest === own) {
      const group = open.splice(open.indexOf(file))
      if (group.length > 1) found.push(group)
    }
    return lowest
  }
  for (const file of files.keys()) if (!entered.has(file)) visit(file)
  return found
}

/** Ways around a table's column list: a value that is taken from a row by hand, and columns that are not named. */
const aroundTheList = (source: string): readonly string[] =>
  source.match(/\b[a-z]\w*(?:\?\.)?\['|(?:SELECT|RETURNING) \*|\w\.\*/g) ?? []

/** Comments that leave their subject to be guessed, where a plain noun would name it. */
const riddles = (source: string): readonly string[] =>
  (source.match(/(?<=^|[\s{(])(?:\/\/.*|\/\*[\s\S]*?\*\/)/gm) ?? []).filter((comment) =>
    /\b(?:who(?:so|m)?ever|(?:some|no|any|every)body|(?:some|any|every)one)\b/i.test(comment),
  )

/** Paths of ours that would stay at the root whatever the base path is: `~/` stands before one that moves along. */
const rootedPaths = (source: string): readonly string[] =>
  source.match(
    /\b(?:href|src|action|path)(?:="|=\{[`']|: [`'])\/[^/].*|new Redirect\([`']\/.*|publicUrl\}(?:\$\{pagePaths|\/).*/g,
  ) ?? []

const linesOf = (source: string): number => source.split('\n').length

/** Functions of a module that are too long, by their names: from the line that opens one to the next that is not indented. */
const longFunctions = (source: string): readonly string[] => {
  const lines = source.split('\n')
  return lines.flatMap((line, at) => {
    const [, name] = /^(?:export )?(?:async )?(?:function\*?|const) (\w+)\b.*(?:[({[`]|=>)$/.exec(line) ?? []
    const rest = lines.slice(at + 1).findIndex((one) => /^\S/.test(one) && !/^[)}\]].*[({[]$/.test(one))
    const length = rest + 2
    const isData = /^(?:export )?const \w+(?::[^=]*)? = (?:[\w.]+\(|[{[`])/.test(line)
    return name !== undefined && !isData && length > 60 ? [name] : []
  })
}

describe('architecture', () => {
  it('has only imports that the table allows', () => {
    expect(forbiddenImports(sources)).toEqual([])
  })

  it('has no ring of subjects', () => {
    const between = new Map<string, string>()
    for (const [file, source] of sources) {
      const [room = '', subject = '', inside] = file.split(path.sep)
      if (room !== 'subjects' || inside === undefined) continue
      const others = importsOf(source).map((target) => path.normalize(path.join(path.dirname(file), target)).split(path.sep))
      const lines = others.flatMap(([to, other = '']) => (to === 'subjects' && other !== subject ? [`import './${other}'`] : []))
      between.set(subject, [between.get(subject) ?? '', ...lines].join('\n'))
    }
    expect(cycles(between)).toEqual([])
  })

  it.each([
    ['platform/kernel/a.ts', `import { x } from '../store/store.ts'`],
    ['platform/http/a.ts', `import type { Deps } from '../../gate/deps.ts'`],
    ['platform/pages/a.ts', `import type { Store } from '../store/store.ts'`],
    ['gate/access/a.ts', `import { login } from '../../subjects/accounts/flows/login.ts'`],
    ['subjects/accounts/a.ts', `import { logout } from '../sessions/flows/logout.ts'`],
    ['subjects/accounts/a.ts', `await import('../../cli/start.ts')`],
    ['gate/a.ts', `import { createService } from '../main.ts'`],
  ])('would notice a forbidden import in %s: %s', (file, source) => {
    expect(forbiddenImports(new Map([[file, source]]))).toHaveLength(1)
  })

  it('has no cycle, not even of types', () => {
    expect(cycles(sources)).toEqual([])
  })

  it('would notice a cycle over three files', () => {
    const ring = new Map([
      ['core/a.ts', `import type { B } from './b.ts'`],
      ['core/b.ts', `import { c } from './c.ts'`],
      ['core/c.ts', `import { a } from './a.ts'`],
      ['core/d.ts', `import { a } from './a.ts'`],
    ])
    expect(cycles(ring)).toEqual([['core/a.ts', 'core/b.ts', 'core/c.ts']])
  })

  it('forces a type upon nothing without saying why', () => {
    const forced = [...sources].flatMap(([file, source]) => {
      const lines = source.split('\n')
      const isDefended = (at: number) => /^\s*(\/\/|\*\/|\/\*\*)/.test(lines[at - 1] ?? '') || (lines[at] ?? '').includes(' // ')
      return lines.flatMap((line, at) => (/ as (never|unknown as)\b/.test(line) && !isDefended(at) ? [`${file}:${at + 1}`] : []))
    })
    expect(forced).toEqual([])
  })

  it('has no folder for things nobody could name', () => {
    expect(
      [...sources.keys()].filter((file) => /(^|[\\/])(utils?|helpers?|common|shared|types|misc|lib)[\\/.]/.test(file)),
    ).toEqual([])
  })

  it('reads tables by their column lists', () => {
    const tables = [...sources].filter(([file]) => path.basename(path.dirname(file)) === 'tables')
    const around = tables.filter(([, source]) => aroundTheList(source).length > 0).map(([file]) => path.basename(file))
    expect(around).toEqual([])
  })

  it.each([
    `id: row['id'] as string,`,
    `return row?.['total'] as number`,
    `\`SELECT * FROM accounts WHERE id = ?\``,
    `\`SELECT s.*, a.email FROM sessions s\``,
    `\`UPDATE accounts SET name = ? WHERE id = ? RETURNING *\``,
  ])('would notice a way around a column list: %s', (source) => {
    expect(aroundTheList(source)).toHaveLength(1)
  })

  it('names its subjects in comments plainly', () => {
    const found = [...sources].flatMap(([file, source]) => riddles(source).map((comment) => `${file}: ${comment}`))
    expect(found).toEqual([])
  })

  it.each([
    `/** Whoever holds a lease past this has died. */`,
    `await stop(0) // nobody was served`,
    `/**\n * What was sent, and\n * for somebody else.\n */`,
    `<main>{/* For everyone. */}</main>`,
  ])('would notice a subject that is left to be guessed: %s', (source) => {
    expect(riddles(source)).toHaveLength(1)
  })

  it('takes no text or name for a comment', () => {
    expect(riddles(`for: 'anybody' | 'people'\nconst at = 'https://nobody.example/*'\n/** Plain. */`)).toEqual([])
  })

  it('writes its own paths so that they move with the base path', () => {
    expect([...sources].flatMap(([file, source]) => rootedPaths(source).map((one) => `${file}: ${one}`))).toEqual([])
  })

  it.each([
    '<a href="/account">',
    `<a href={\`/orgs/\${slug}\`}>`,
    "path: '/account/motto',",
    "new Redirect('/account')",
    `\`\${config.server.publicUrl}\${pagePaths.account}\``,
    `\`\${publicUrl}/docs\``,
  ])('would notice a path that stays at the root: %s', (source) => {
    expect(rootedPaths(source)).toHaveLength(1)
  })

  it('keeps flows under 85 lines, nine of ten files under 110, and functions under 61', () => {
    const isFlow = (source: string) => /\bendpoint\(\{/.test(source)
    const long = [...sources].filter(([, source]) => linesOf(source) > 85 && isFlow(source))
    expect(long.map(([file]) => file)).toEqual([])
    const lengths = [...sources.values()].map(linesOf).sort((a, b) => a - b)
    expect(lengths[Math.floor(lengths.length * 0.9)]).toBeLessThan(110)
    expect([...sources].flatMap(([file, source]) => longFunctions(source).map((name) => `${file}: ${name}`))).toEqual([])
  })

  it('would notice a long function', () => {
    const long = `export async function much() {\n${'  await one()\n'.repeat(60)}}`
    expect(longFunctions(`const few = () => {\n  one()\n}\n\n${long}\n`)).toEqual(['much'])
  })

  it('has a file of under ten lines only where several others import it, or each subject or language has one', () => {
    const importers = new Map<string, number>()
    for (const [file, source] of sources)
      for (const target of new Set(importsOf(source).map((one) => path.normalize(path.join(path.dirname(file), one)))))
        importers.set(target, (importers.get(target) ?? 0) + 1)
    const isOfEach = (file: string) => /[\\/](?:words|schema)[\\/]|[\\/](?:hooks|scopes|settings)\.ts$/.test(file)
    const small = [...sources].filter(([file, source]) => linesOf(source) <= 10 && !isOfEach(file))
    expect(small.filter(([file]) => (importers.get(file) ?? 0) < 2).map(([file]) => file)).toEqual([])
  })

  it('asks the system for the time in one place only', () => {
    const askers = [...sources].filter(
      ([file, source]) => file !== path.join('platform', 'kernel', 'clock.ts') && /Date\.now\(\)|new Date\(\)/.test(source),
    )
    expect(askers.map(([file]) => file)).toEqual([])
  })
})
