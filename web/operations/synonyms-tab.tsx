import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { synonymLimits } from '#contract/desk-limits.ts'
import type { Synonym } from '#contract/synonyms.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { useAction } from '#web/api/use-action.ts'
import { useForm } from '#web/forms/use-form.ts'
import { useDeskAddress } from '#web/lists/desk-address.ts'
import { Button } from '#web/ui/button.tsx'
import { Fault } from '#web/ui/fault.tsx'
import { Field } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Trash } from '#web/ui/icons.ts'
import { Input } from '#web/ui/input.tsx'
import type { Column } from '#web/ui/table.tsx'
import { DeskSearch } from './desk-search.tsx'
import { PagedTable } from './paged-table.tsx'

const refresh = ['GET /admin/synonyms', 'GET /admin/actions'] as const

/** The words that the search takes for the same thing. */
export function Component() {
  const { q, page } = useDeskAddress()
  const [made, setMade] = useState(0) // a sent form is followed by an empty one
  const query = useQuery({
    ...apiQuery(call, 'GET /admin/synonyms', { query: { q, page } }),
    placeholderData: keepPreviousData,
  })
  return (
    <section aria-label="Search">
      <p className="mb-5 max-w-160 text-soft">
        A search for either word of a pair finds the other, too. A change counts from the next search on.
      </p>
      <PairForm key={made} onDone={() => setMade((count) => count + 1)} />
      <div className="mt-8 mb-5">
        <DeskSearch label="Search pairs" what="Word of a pair" />
      </div>
      <PagedTable
        query={query}
        caption="Pairs of words"
        columns={columns}
        failure="Couldn’t load the words."
        empty={q ? 'No pair has that word.' : 'No pairs yet.'}
      />
    </section>
  )
}

function PairForm({ onDone }: { onDone: () => void }) {
  const form = useForm({
    start: { words: '', means: '' },
    checks: synonymLimits,
    action: {
      send: (body: { words: string; means: string }) => call('POST /admin/synonyms', { body }),
      success: 'The pair is added.',
      failure: 'Couldn’t add the pair.',
      refresh,
    },
    onDone,
    asksBeforeLeaving: false,
  })
  return (
    <form
      {...form.props}
      aria-label="Add a pair"
      className="grid max-w-160 items-start gap-4 md:grid-cols-[1fr_1fr_auto]"
    >
      <Field label="Word" error={form.errors.words}>
        {(control) => <Input {...control} {...form.input('words')} maxLength={synonymLimits.words.max[0]} />}
      </Field>
      <Field label="Means the same as" error={form.errors.means}>
        {(control) => <Input {...control} {...form.input('means')} maxLength={synonymLimits.means.max[0]} />}
      </Field>
      <Button {...form.submit} look="paper" className="md:mt-7.5">
        Add
      </Button>
      {form.failure && (
        <Fault role="alert" className="md:col-span-full">
          {form.failure}
        </Fault>
      )}
    </form>
  )
}

function RemoveButton({ id, words, means }: Synonym) {
  const remove = useAction({
    send: (id: number) => call('DELETE /admin/synonyms/:id', { params: { id } }),
    success: 'The pair is removed.',
    failure: 'Couldn’t remove the pair.',
    refresh,
  })
  return (
    <IconButton label={`Remove ${words} = ${means}`} onClick={() => void remove.run(id)}>
      <Icon of={Trash} size={17} />
    </IconButton>
  )
}

const columns: Column<Synonym>[] = [
  { key: 'words', head: 'Word', title: true, cell: ({ words }) => <span className="font-semibold">{words}</span> },
  { key: 'means', head: 'Means the same as', cell: ({ means }) => means },
  { key: 'remove', head: <span className="sr-only">Remove</span>, cell: (pair) => <RemoveButton {...pair} /> },
]
