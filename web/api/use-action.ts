import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ReadRoute } from '#contract/caller.ts'
import { toast } from '#web/ui/toast.ts'
import { askAnew } from './ask-anew.ts'
import { ApiFailure, PartlyDone, sentenceOf } from './failure.ts'

/** A change on the server, with its messages. */
export type Action<Input, Result> = {
  send: (input: Input) => Promise<Result>
  /** Shows the change before the server answers. The returned function undoes it if the server refuses. */
  optimistic?: (input: Input) => Promise<() => void> | (() => void)
  /** Toasts while the action runs and when it is done. */
  loading?: string
  success?: string | ((result: Result) => string)
  /** The toast for a failure without a sentence from the server. A function gives the toast for every failure. */
  failure: string | ((error: unknown) => string)
  /** Calls whose answers the action changes. They are asked again, also when they turn out to be outdated. */
  refresh?: readonly ReadRoute[]
  /** Actions that share a queue (`makeTurns`) are sent one after the other. */
  inTurn?: <T>(act: () => Promise<T>) => Promise<T>
}

/** `fields` has the server's message for each input field at fault. */
export type Outcome<Result> =
  | { done: true; result: Result }
  | { done: false; error: unknown; sentence: string; toastId: string; fields: Record<string, string> }

/** Runs an action outside of components. It never rejects; the outcome tells of a failure. */
export async function act<Input, Result>(
  action: Omit<Action<Input, Result>, 'refresh'>,
  input: Input,
  failedBefore?: string,
): Promise<Outcome<Result>> {
  const { send, optimistic, loading, success, failure, inTurn = (run) => run() } = action
  const said: [options?: { id: string }] = loading ? [{ id: toast.loading(loading) }] : []
  if (failedBefore) toast.dismiss(failedBefore)
  const takeBack = await optimistic?.(input)
  try {
    const result = await inTurn(() => send(input))
    if (success) toast.success(typeof success === 'string' ? success : success(result), ...said)
    else if (said[0]) toast.dismiss(said[0].id)
    return { done: true, result }
  } catch (error) {
    takeBack?.()
    const sentence = typeof failure === 'string' ? sentenceOf(error, failure) : failure(error)
    const toastId = toast.error(sentence, ...said)
    return { done: false, error, sentence, toastId, fields: error instanceof ApiFailure ? error.fields : {} }
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
  const failed = useRef<string>(undefined) // the toast of the last failure goes with the next try
  async function run(input: Input) {
    setRunning((count) => count + 1)
    const outcome = await act(action, input, failed.current)
    if (!outcome.done) failed.current = outcome.toastId
    setRunning((count) => count - 1)
    if (outcome.done || isOutdated(outcome.error)) for (const route of refresh) void askAnew(queries, route)
    return outcome
  }
  return { run, pending: running > 0 }
}

/** The server refuses because things have changed elsewhere, such as in another tab, or it has done a part. */
const isOutdated = (error: unknown) =>
  error instanceof PartlyDone || (error instanceof ApiFailure && [404, 409].includes(error.status))
