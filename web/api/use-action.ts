import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReadRoute } from '#contract/caller.ts'
import { toast } from '#web/ui/toast.ts'
import { askAnew } from './ask-anew.ts'
import { ApiFailure, sentenceOf } from './failure.ts'

/** Something that is done to the server, with the words for it. */
export type Action<Input, Result> = {
  send: (input: Input) => Promise<Result>
  /** Shows the change before the server answers, and returns how to take it back should the server refuse. */
  optimistic?: (input: Input) => Promise<() => void> | (() => void)
  /** Toasts: while it runs, and when it is done. */
  loading?: string
  success?: string
  /** The toast of a failure that the server leaves unexplained; a function decides about every failure. */
  failure: string | ((error: unknown) => string)
  /** Reads whose answers the action changes: they are asked anew. */
  refresh?: readonly ReadRoute[]
  /** Actions that share a queue (`makeTurns`) are sent one after the other. */
  inTurn?: <T>(act: () => Promise<T>) => Promise<T>
}

/** `fields` has the server's message for each input field at fault. */
export type Outcome<Result> =
  | { done: true; result: Result }
  | { done: false; error: unknown; sentence: string; fields: Record<string, string> }

/** Runs an action outside of components. Never rejects: the outcome tells. */
export async function act<Input, Result>(
  action: Omit<Action<Input, Result>, 'refresh'>,
  input: Input,
): Promise<Outcome<Result>> {
  const { send, optimistic, loading, success, failure, inTurn = (run) => run() } = action
  const said: [options?: { id: string }] = loading ? [{ id: toast.loading(loading) }] : []
  const takeBack = await optimistic?.(input)
  try {
    const result = await inTurn(() => send(input))
    if (success) toast.success(success, ...said)
    else if (said[0]) toast.dismiss(said[0].id)
    return { done: true, result }
  } catch (error) {
    takeBack?.()
    const sentence = typeof failure === 'string' ? sentenceOf(error, failure) : failure(error)
    toast.error(sentence, ...said)
    return { done: false, error, sentence, fields: error instanceof ApiFailure ? error.fields : {} }
  }
}

/**
 * The one way for a component to do something to the server:
 *
 *     const remove = useAction({ send: (id: number) => call('DELETE /comments/:id', { params: { id } }), failure: '…' })
 *     <Button loading={remove.pending} onClick={() => void remove.run(comment.id)}>
 */
export function useAction<Input, Result>({ refresh = [], ...action }: Action<Input, Result>) {
  const queries = useQueryClient()
  const [running, setRunning] = useState(0)
  async function run(input: Input) {
    setRunning((count) => count + 1)
    const outcome = await act(action, input)
    setRunning((count) => count - 1)
    if (outcome.done) for (const route of refresh) void askAnew(queries, route)
    return outcome
  }
  return { run, pending: running > 0 }
}
