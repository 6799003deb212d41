import { expect, test } from 'vitest'
import { circlesIn, importsOf, sourcesIn } from './imports.ts'

const files = (given: Record<string, string>) => new Map(Object.entries(given))

test('contract, server and web have no circular imports, dynamic imports included', async () => {
  const sources = await sourcesIn(['contract', 'server', 'web'])
  expect(sources.size).toBeGreaterThan(300)
  expect(circlesIn(sources)).toEqual([])
})

test('a circle of three files is found, whether its imports are static, re-exports or dynamic', () => {
  const sources = files({
    'web/a/one.ts': "import {\n  two,\n} from './two.ts'\n",
    'web/a/two.ts': "export { three } from '#web/b/three.ts'\n",
    'web/b/three.ts': "const later = () => import('#web/a/one.ts')\n",
    'web/b/four.ts': "import '#web/a/one.ts'\nimport react from 'react'\n",
  })
  expect(circlesIn(sources)).toEqual([['web/a/one.ts', 'web/a/two.ts', 'web/b/three.ts']])
})

test('type imports and comments make no circle', () => {
  const sources = files({
    'server/one.ts': "import type { Two } from './two.ts'\n// import './two.ts'\n/** `import('./two.ts')` */\n",
    'server/two.ts': "import { one } from './one.ts'\n",
  })
  expect(circlesIn(sources)).toEqual([])
})

/** The source without its allowed dynamic imports. */
const withoutOnDemand = (source: string) =>
  source.replaceAll(/onDemand\(\s*\(\) => import\(\s*'[^']+'\s*\),?\s*\)/g, '')
const isBare = (source: string) => /\bimport\(/.test(withoutOnDemand(source).replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, ''))

test('web code imports dynamically only through onDemand, apart from the route table', async () => {
  const sources = await sourcesIn(['web'])
  const bare = [...sources].filter(([file, source]) => file !== 'web/routes.tsx' && isBare(source))
  expect(bare.map(([file]) => file)).toEqual([])
})

test('a bare dynamic import is found', () => {
  expect(isBare("const menu = onDemand(() => import('./menu.tsx'))")).toBe(false)
  expect(isBare("const menu = onDemand(() => import('./menu.tsx'))\nvoid import('./toast.ts')")).toBe(true)
  expect(isBare("const menu = lazy(() => import('./menu.tsx'))")).toBe(true)
})

test('every form of import is read', () => {
  expect(
    importsOf("import a from './a.ts'\nimport './b.css'\nexport * from '#web/c.ts'\nvoid import('./d.ts')\n"),
  ).toEqual(['./a.ts', './b.css', '#web/c.ts', './d.ts'])
})
