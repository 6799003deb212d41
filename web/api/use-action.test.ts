import { afterEach, expect, test, vi } from 'vitest'
import { toast } from '#web/ui/toast.ts'
import { ApiFailure } from './failure.ts'
import { makeTurns } from './in-turn.ts'
import { act } from './use-action.ts'

afterEach(() => vi.restoreAllMocks())

const refuse = (message: string) => async () => {
  throw new ApiFailure(409, { error: 'taken', message, fields: { email: 'Taken.' } })
}

test('an action shows in one toast that it runs and that it is done', async () => {
  const loading = vi.spyOn(toast, 'loading').mockReturnValue('first')
  const success = vi.spyOn(toast, 'success')
  const outcome = await act(
    { send: async (n: number) => n + 1, loading: 'Saving…', success: 'Saved', failure: 'Not saved' },
    1,
  )
  expect(outcome).toEqual({ done: true, result: 2 })
  expect(loading).toHaveBeenCalledWith('Saving…')
  expect(success).toHaveBeenCalledWith('Saved', { id: 'first' })
})

test('a failure shows the server’s sentence, else the action’s, and returns the fields', async () => {
  const error = vi.spyOn(toast, 'error')
  expect(await act({ send: refuse('Already there.'), failure: 'Not saved' }, undefined)).toMatchObject({
    done: false,
    sentence: 'Already there.',
    fields: { email: 'Taken.' },
  })
  expect(error).toHaveBeenLastCalledWith('Already there.')
  await act({ send: refuse(''), failure: 'Not saved' }, undefined)
  expect(error).toHaveBeenLastCalledWith('Not saved')
  await act({ send: refuse('Already there.'), failure: () => 'Always this' }, undefined)
  expect(error).toHaveBeenLastCalledWith('Always this')
})

test('an optimistic change shows before the call and is undone when the call fails', async () => {
  const steps: string[] = []
  const optimistic = () => {
    steps.push('shown')
    return () => void steps.push('taken back')
  }
  const send = async () => void steps.push('sent')
  await act({ send, optimistic, failure: '' }, undefined)
  expect(steps.splice(0)).toEqual(['shown', 'sent'])
  await act({ send: refuse(''), optimistic, failure: '' }, undefined)
  expect(steps).toEqual(['shown', 'taken back'])
})

test('actions that share a queue are sent one after the other, also after a failure', async () => {
  const inTurn = makeTurns()
  const steps: string[] = []
  const send = async (name: string) => {
    steps.push(`${name} begins`)
    await Promise.resolve()
    steps.push(`${name} ends`)
    if (name === 'first') throw new Error('broken')
  }
  await Promise.all(['first', 'second'].map((name) => act({ send, inTurn, failure: '' }, name)))
  expect(steps).toEqual(['first begins', 'first ends', 'second begins', 'second ends'])
})
