import { useApiList } from '#web/api/use-api.ts'
import { ProducerCard } from '#web/people/producer-card.tsx'

/** Producers whose names are among the words of a search. On a phone they scroll sideways. */
export function FoundProducers({ q }: { q: string }) {
  const { data } = useApiList('GET /search/producers', { query: { q } })
  if (!data?.items.length) return null
  return (
    <section aria-label="Producers" className="mb-8">
      <h2 className="mb-3 text-lg font-bold">Producers</h2>
      <ul className="shelf -mx-4 flex gap-3 px-4 md:mx-0 md:grid md:grid-cols-2 md:gap-5 md:px-0 xl:grid-cols-4">
        {data.items.map((producer) => (
          <ProducerCard key={producer.id} producer={producer} className="max-md:w-70 max-md:flex-none" />
        ))}
      </ul>
    </section>
  )
}
