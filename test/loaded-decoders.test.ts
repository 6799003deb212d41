import { expect, test } from 'vitest'
import { runNode } from './child.ts'

test('the process that serves loads no decoder', async () => {
  const node = runNode(['test/programs/loaded-decoders.ts'])
  await node.ended()
  expect(node.said()).toContain('decoders: .')
})
