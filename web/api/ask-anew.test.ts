import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { askAnew } from './ask-anew.ts'

test('an answer that was on its way before the change is not taken for a new one', async () => {
  const queries = new QueryClient()
  const answers: ((answer: string) => void)[] = []
  const list = new QueryObserver(queries, {
    queryKey: ['GET /notifications'],
    queryFn: () => new Promise<string>((done) => answers.push(done)),
  })
  const leave = list.subscribe(() => {})
  const asked = askAnew(queries, 'GET /notifications')
  await expect.poll(() => answers.length).toBe(2)
  answers[0]!('before the change')
  answers[1]!('after it')
  await asked
  expect(list.getCurrentResult().data).toBe('after it')
  leave()
})
