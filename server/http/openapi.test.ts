import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import generateClient from 'openapi-typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '#test/world.ts'

let world: World
let text: string
beforeAll(async () => {
  world = await createWorld()
  text = (await world.http.inject({ url: '/api/openapi.json' })).body
})
afterAll(() => world.close())

test('the OpenAPI document passes a linter’s recommended rules', async () => {
  // the specification has `/beats/by-slug/{slug}` and `/beats/{id}/licenses`; since an id is a number, they can be told
  // apart
  const rules = { 'no-ambiguous-paths': 'off' } as const
  const config = await createConfig({ extends: ['recommended'], rules })
  const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config })
  const said = problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`)
  expect(said).toEqual([])
})

const USE = `import type { paths } from './client.ts'
type Avatar = paths['/api/me/avatar']['post']
export const form: Avatar['requestBody']['content']['multipart/form-data'] = { avatar: '' }
export const url: Avatar['responses'][200]['content']['application/json']['avatarUrl'] = null
type Refusal = Avatar['responses']['4XX']['content']['application/json']
export const refusal: Refusal = { error: 'too_large', message: '', details: { maxBytes: 1 } }
export const search: paths['/api/search']['get']['parameters']['query'] = { q: 'dark', limit: 5 }
// @ts-expect-error there is no such call
export type None = paths['/api/none']
// @ts-expect-error a limit is a number
export const wrong: paths['/api/search']['get']['parameters']['query'] = { limit: 'many' }
`

test('a client that is generated from the document compiles', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'slide-client-'))
  const options = { strict: true, module: 'nodenext', noEmit: true, allowImportingTsExtensions: true, types: [] }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options }))
  await writeFile(join(folder, 'client.ts'), await generateClient(JSON.parse(text)))
  await writeFile(join(folder, 'use.ts'), USE)
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  const compile = promisify(execFile)(
    process.execPath,
    [resolve('node_modules/oxlint/bin/oxlint'), '--type-check', '--type-aware', '--format=unix', 'use.ts', 'client.ts'],
    { cwd: folder },
  )
  await compile.catch((error: { stdout: string }) => expect(error.stdout).toBe(''))
  await rm(folder, { recursive: true })
})
