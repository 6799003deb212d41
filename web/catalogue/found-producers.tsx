import { useApiList } from '#web/api/use-api.ts'
import { ProducerCard, ProducerGrid } from './producer-card.tsx'

/** Producers whose names are among the words of a search. */
export function FoundProducers({ q }: { q: string }) {
  const { data } = useApiList('GET /search/producers', { query: { q } })
  if (!data?.items.length) return null
  return (
    <section aria-label="Producers" className="mb-8">
      <h2 className="mb-3 text-lg font-bold">Producers</h2>
      <ProducerGrid>
        {data.items.map((producer) => (
          <ProducerCard key={producer.id} producer={producer} />
        ))}
      </ProducerGrid>
    </section>
  )
}
